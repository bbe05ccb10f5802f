//! XML as the format defines it, and mistakes after which reading goes on.

use stiction_mjcf::{LoadOptions, load};
use stiction_model::assets::NoAssets;
use stiction_model::diag::Diagnostics;
use stiction_model::spec::Spec;

fn read(xml: &str) -> Result<Spec, Diagnostics> {
    load("m.xml", xml, &NoAssets, &LoadOptions::default()).map(|l| l.spec)
}

fn text(data: &str) -> String {
    let xml = format!("<mujoco><custom><text name='t' data={data}/></custom></mujoco>");
    read(&xml).expect(data).texts[0].data.clone()
}

#[test]
fn values_are_decoded() {
    assert_eq!(text("'a &lt;&gt;&amp;&quot;&apos; b'"), "a <>&\"' b");
    assert_eq!(text("'&#65;&#x42;&#xe9;'"), "ABé");
    // ends of lines become blanks unless they are written by number
    assert_eq!(text("'a\nb\r\nc\td'"), "a b c d");
    assert_eq!(text("'a&#10;b'"), "a\nb");
    assert_eq!(text("\"it's\""), "it's");
    assert_eq!(text("'ünï → ∞'"), "ünï → ∞");
}

#[test]
fn all_parts_of_xml_are_read() {
    let spec = read(
        "<?xml version='1.0' encoding='utf-8'?>
<!-- before > < -->
<mujoco xmlns:x='urn:x' x:note='1' model = \"m\">
  <?tool data > ?>
  <custom><text name='t'><![CDATA[a <b> & c]]></text></custom>
  <worldbody><geom size='1' /><!-- -- --><geom\tsize='2'\n/></worldbody>
</mujoco>
<!-- after -->
",
    );
    let errors = spec.expect_err("an attribute of another namespace is unknown");
    assert_eq!(errors.errors(), 1, "{errors}");
    let spec = read(
        "<?xml version='1.0'?><mujoco model='m'><custom><text name='t'><![CDATA[a <b> & c]]></text></custom>
         <worldbody><geom size='1'/><!-- -- --><geom\tsize='2'\n/></worldbody></mujoco><!-- after -->",
    )
    .expect("well-formed");
    assert_eq!((spec.name.as_str(), spec.geoms.len(), spec.texts[0].data.as_str()), ("m", 2, "a <b> & c"));
}

#[test]
fn every_mistake_is_told_once_and_reading_goes_on() {
    for (xml, says) in [
        ("<mujoco><worldbody><geom size='1'/></worldbody>", "ends before its root element is closed"),
        ("<mujoco><worldbody><geom size='1'></worldbody></mujoco>", "does not match"),
        ("<mujoco><worldbody><geom size='1'/></worldbody></geom></mujoco>", "does not match"),
        ("<mujoco><worldbody><geom size='1'/></worldbdy></mujoco>", "does not match"),
        ("<mujoco><worldbody><geom size='1'/></worldbody></mujoco><mujoco/>", "one root element"),
        ("<mujoco><worldbody><geom size='1'/></worldbody></mujoco> rest", "text outside"),
        ("<mujoco><worldbody><geom size='1' pos=0/></worldbody></mujoco>", "stands in quotes"),
        ("<mujoco><worldbody><geom size='1' pos/></worldbody></mujoco>", "has no value"),
        ("<mujoco><worldbody><geom size='1' name='a & b'/></worldbody></mujoco>", "&amp;"),
        ("<mujoco><worldbody><geom size='1' name='a < b'/></worldbody></mujoco>", "&lt;"),
        ("<mujoco><worldbody><geom size='1' name='&nbsp;'/></worldbody></mujoco>", "unknown entity"),
        ("<mujoco><worldbody><geom size='1' name='&#0;'/></worldbody></mujoco>", "does not allow"),
        ("<mujoco><worldbody><geom size='1' name='\u{1}'/></worldbody></mujoco>", "does not allow"),
        ("<mujoco><worldbody><geom size='1' name='a/></worldbody></mujoco>", "close the quote"),
        ("<mujoco><worldbody><geom size='1' a:b='c'/></worldbody></mujoco>", "namespace prefix"),
        ("<mujoco><worldbody>< <geom size='1'/></worldbody></mujoco>", "not well-formed"),
        ("<mujoco><!-- <worldbody><geom size='1'/></worldbody></mujoco>", "does not end"),
        (" <?xml version='1.0'?><mujoco/>", "start of the file"),
    ] {
        let errors = read(xml).expect_err(xml);
        let n = errors.list.iter().filter(|d| d.message.contains(says)).count();
        assert_eq!(n, 1, "'{says}' in {errors}");
        assert!(errors.list.iter().all(|d| d.loc.is_some()), "{errors}");
    }
}

#[test]
fn many_mistakes_end_the_reading() {
    let xml = format!("<mujoco>{}</mujoco>", "< ".repeat(100_000));
    let errors = read(&xml).expect_err("mistakes");
    assert!(errors.list.len() < 110, "{}", errors.list.len());
}

#[test]
fn cut_anywhere_it_ends_without_a_panic() {
    let whole = "<?xml version='1.0'?><mujoco a='&#x41;'><!-- c --><worldbody><body name=\"b\"><![CDATA[x]]>\
                 <geom size='.1'/></body></worldbody></mujoco>";
    for end in 0..whole.len() {
        assert!(read(&whole[..end]).is_err(), "{}", &whole[..end]);
    }
}
