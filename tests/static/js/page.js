// What scripts ask of a page, as little of it as their logic needs: listeners, values, no layout and no parser. What
// takes a real page is tested in a browser (tests/e2e); jsdom, happy-dom and linkedom lay nothing out either, and the
// smallest of them brings five packages more.

/** A part of the page, of which a script reads and writes text, data and classes. */
export class Part extends EventTarget {
  dataset = {};
  hidden = false;
  isConnected = true;
  textContent = "";
  classes = new Set();
  classList = {
    toggle: (name, on) => (on ? this.classes.add(name) : this.classes.delete(name)),
    add: (name) => this.classes.add(name),
    remove: (name) => this.classes.delete(name),
  };

  toggleAttribute() {}
}

class Control extends Part {
  form = null;

  constructor(name, value) {
    super();
    this.name = name;
    this.value = value;
  }

  /** Events bubble to the form. */
  dispatchEvent(event) {
    super.dispatchEvent(event);
    return this.form?.dispatchEvent(new event.constructor(event.type)) ?? true;
  }
}

/** A field as the server sent it. */
export class Input extends Control {
  type = "text";

  constructor(name, value = "") {
    super(name, value);
    this.defaultValue = value;
  }
}

export class Select extends Control {
  /** @param {Record<string, string>} offered the values and their words */
  constructor(name, offered, value = "") {
    super(name, value);
    this.options = Object.entries(offered).map(([each, text]) => ({ value: each, text, defaultSelected: each === value }));
    this.labels = [{ textContent: `${name}:` }];
  }

  get selectedIndex() {
    return this.options.findIndex((option) => option.value === this.value);
  }
}

export class Form extends Part {
  constructor(...controls) {
    super();
    this.elements = Object.assign(controls, { namedItem: () => null });
    for (const control of controls) control.form = this;
  }

  querySelectorAll(selector) {
    return selector.startsWith("select") ? this.elements.filter((control) => control instanceof Select) : [];
  }
}

/** What a form holds when it is sent, so that a test can read it. */
class Sent extends Map {
  constructor(form) {
    super(form.elements.map((control) => [control.name, control.value]));
  }
}

/**
 * Let there be a page. Its scripts are imported afterwards.
 * @param {Record<string, Part>} parts by the selectors with which they are looked for
 */
export function openPage(parts = {}) {
  const page = new EventTarget();
  const document = Object.assign(new EventTarget(), {
    cookie: "",
    documentElement: { lang: "en" },
    hidden: false,
    querySelector: (selector) => parts[selector] ?? null,
    querySelectorAll: (selector) => (parts[selector] ? [parts[selector]] : []),
    getElementById: (id) => parts[`#${id}`] ?? null,
  });
  Object.assign(globalThis, {
    document,
    window: globalThis,
    location: new URL("https://site.test/duels/1"),
    addEventListener: page.addEventListener.bind(page),
    dispatchEvent: page.dispatchEvent.bind(page),
    FormData: Sent,
    HTMLElement: Part,
    HTMLInputElement: Input,
    HTMLSelectElement: Select,
    InputEvent: class extends Event {},
  });
  return document;
}

/** Wait until everything has happened that waits for no time. */
export async function settle() {
  for (let turn = 0; turn < 5; turn += 1) await new Promise((done) => { setImmediate(done); });
}
