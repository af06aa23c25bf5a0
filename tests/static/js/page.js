// The little of a page that the logic of scripts needs: listeners and values, no layout and no parser. Whatever
// needs a real page is tested in a browser (tests/e2e); jsdom, happy-dom and linkedom have no layout either, and the
// smallest of them needs five more packages.

/** A part of the page with text, data and classes for scripts. */
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
  /** @param {Record<string, string>} offered the values and their labels */
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

/** The contents of a sent form, readable for a test. */
class Sent extends Map {
  constructor(form) {
    super(form.elements.map((control) => [control.name, control.value]));
  }
}

/**
 * Create a page. Import its scripts afterwards.
 * @param {Record<string, Part>} parts by their selectors
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

/** Wait until everything has happened that needs no timer. */
export async function settle() {
  for (let turn = 0; turn < 5; turn += 1) await new Promise((done) => { setImmediate(done); });
}
