//! MJCF and URDF files: XML ⇄ `Spec`, from one schema table.
