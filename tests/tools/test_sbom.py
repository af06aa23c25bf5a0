"""The software bill of materials of the site."""

from tests.quality.project import ROOT
from tools.audit import pins_in
from tools.sbom import bom

ONE, OTHER = "0" * 64, "1" * 64
PINS = f"""alpha==1.0 \\
    --hash=sha256:{ONE} \\
    --hash=sha256:{OTHER}
    # via beta
Beta_X==2.1 ; python_version < "3.12" \\
    --hash=sha256:{OTHER}
"""


def test_every_pin_is_listed_with_its_hashes(tmp_path):
    file = tmp_path / "requirements.txt"
    file.write_text(PINS)
    listed = bom([file, file])
    assert [each["purl"] for each in listed["components"]] == ["pkg:pypi/alpha@1.0", "pkg:pypi/beta-x@2.1"]
    hashes = [
        [hashed["content"] for file in each["externalReferences"] for hashed in file["hashes"]]
        for each in listed["components"]
    ]
    assert hashes == [[ONE, OTHER], [OTHER]]


def test_the_site_s_own_list_has_all_that_it_pins():
    files = [ROOT / "requirements.txt"]
    listed = bom(files)
    assert (listed["bomFormat"], listed["specVersion"]) == ("CycloneDX", "1.6")
    assert len(listed["components"]) == len(pins_in(files)) > 20
    assert all(each["externalReferences"] for each in listed["components"])
