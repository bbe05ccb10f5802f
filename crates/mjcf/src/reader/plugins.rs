//! Plugins: `extension` with its instances, and what actuators, sensors, meshes and geoms say of theirs.

use super::Reader;
use super::values::Elem;
use crate::dom::NodeId;
use stiction_model::diag::Diagnostic;
use stiction_model::elements as el;
use stiction_model::plugin;
use stiction_model::spec::PluginInstance;

impl Reader<'_> {
    pub(super) fn extensions(&mut self, node: NodeId) {
        self.open(node, &el::EXTENSION);
        for (child, schema) in self.children(node, &el::EXTENSION) {
            let e = self.open(child, schema);
            let name = e.text("plugin").unwrap_or("").to_string();
            if !plugin::is_known(&name) {
                self.unsupported(Diagnostic::error(plugin::unknown(&name)).on(e.title()).at(e.loc("plugin")));
            }
            for (inner, schema) in self.children(child, schema) {
                let e = self.open(inner, schema);
                let config = self.config(inner, schema);
                let key = e.text("name").unwrap_or("").to_string();
                if self.spec.plugins.iter().any(|p| p.name == key) {
                    self.error_at(
                        &e,
                        "name",
                        format!("the plugin instance '{}' exists already", super::short(&key)),
                    );
                    continue;
                }
                self.spec.plugins.push(PluginInstance { name: key, plugin: name.clone(), config });
            }
        }
    }

    /// Keys and values of the `config` elements below `node`.
    fn config(&mut self, node: NodeId, schema: &'static el::Element) -> Vec<String> {
        let mut out: Vec<String> = Vec::new();
        for (child, schema) in self.children(node, schema) {
            let e = self.open(child, schema);
            let key = e.text("key").unwrap_or("");
            if out.chunks(2).any(|p| p[0] == key) {
                self.error_at(&e, "key", format!("the key '{}' is given twice", super::short(key)));
                continue;
            }
            out.extend([key.to_string(), e.text("value").unwrap_or("").to_string()]);
        }
        out
    }

    /// The plugin of a `plugin` element below a mesh or geom.
    pub(super) fn plugin_below(&mut self, e: &Elem<'_>) -> Option<PluginInstance> {
        let mut out = None;
        for (child, schema) in self.children(e.node, e.schema) {
            let inner = self.open(child, schema);
            out = Some(self.plugin(&inner));
        }
        out
    }

    /// The plugin that an element uses: a declared instance, or one of its own without a name.
    pub(super) fn plugin(&mut self, e: &Elem<'_>) -> PluginInstance {
        let config = self.config(e.node, e.schema);
        let named = e.text("plugin").unwrap_or("");
        let Some(instance) = e.text("instance") else {
            if named.is_empty() {
                self.error(e, "a plugin needs 'plugin' or 'instance'");
            }
            return PluginInstance { name: String::new(), plugin: named.into(), config };
        };
        if !config.is_empty() {
            self.error_at(e, "instance", "an instance has its configuration where it is declared");
        }
        let Some(found) = self.spec.plugins.iter().find(|p| p.name == instance).cloned() else {
            self.error_at(e, "instance", format!("unknown plugin instance '{}'", super::short(instance)));
            return PluginInstance::default();
        };
        if !named.is_empty() && named != found.plugin {
            let (told, is) = (super::short(named), super::short(&found.plugin));
            self.error_at(e, "plugin", format!("the instance is one of '{is}', not of '{told}'"));
        }
        found
    }
}
