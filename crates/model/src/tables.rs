//! The tables of a compiled model: one struct of arrays per kind of object.
//!
//! A field `x` of the group with prefix `body_` is MuJoCo's `mjModel.body_x`, with its type and shape. Rows are objects; a
//! `Vec<Vec3>` of n rows is MuJoCo's (n, 3); a column of `BodyId` or `Code<JointKind>` is its integers. Numbers may be written between steps; what is derived from them follows with `set_const`.

use crate::column::Column;
use crate::fields;
use crate::fields::Wide;
use crate::ids::row::*;
use crate::ids::*;
use crate::kinds::*;
use std::ops::Range;
use stiction_spatial::{Code, Id, Ids, Mat3, Quat, Vec3};

fields! {
    /// Bodies, parents before children; body 0 is the world.
    pub struct Bodies("body_") {
        parentid: Column<Body, BodyId>,
        rootid: Column<Body, BodyId>,
        weldid: Column<Body, BodyId>,
        mocapid: Column<Body, MocapId>,
        jntnum: Column<Body, i32>,
        jntadr: Column<Body, JointId>,
        dofnum: Column<Body, i32>,
        dofadr: Column<Body, DofId>,
        treeid: Column<Body, TreeId>,
        geomnum: Column<Body, i32>,
        geomadr: Column<Body, GeomId>,
        simple: Column<Body, u8>,
        sameframe: Column<Body, u8>,
        pos: Column<Body, Vec3>,
        quat: Column<Body, Quat>,
        ipos: Column<Body, Vec3>,
        iquat: Column<Body, Quat>,
        mass: Column<Body, f64>,
        subtreemass: Column<Body, f64>,
        inertia: Column<Body, Vec3>,
        invweight0: Column<Body, [f64; 2]>,
        gravcomp: Column<Body, f64>,
        margin: Column<Body, f64>,
        user: Wide,
        plugin: Column<Body, PluginId>,
        contype: Column<Body, i32>,
        conaffinity: Column<Body, i32>,
        bvhadr: Column<Body, i32>,
        bvhnum: Column<Body, i32>,
    }
}

fields! {
    /// Bounding volume trees of bodies, then of meshes.
    pub struct BoundingVolumes("bvh_") {
        depth: Vec<i32>,
        child: Vec<[i32; 2]>,
        nodeid: Vec<i32>,
        aabb: Vec<[f64; 6]>,
    }
}

fields! {
    /// Joints, in body order.
    pub struct Joints("jnt_") {
        kind as "type": Column<Joint, Code<JointKind>>,
        qposadr: Column<Joint, QposId>,
        dofadr: Column<Joint, DofId>,
        bodyid: Column<Joint, BodyId>,
        actuatorid: Column<Joint, ActuatorId>,
        group: Column<Joint, i32>,
        plasticadr: Column<Joint, PlasticId>,
        limited: Column<Joint, bool>,
        actfrclimited: Column<Joint, bool>,
        actgravcomp: Column<Joint, bool>,
        solref: Column<Joint, [f64; 2]>,
        solimp: Column<Joint, [f64; 5]>,
        pos: Column<Joint, Vec3>,
        axis: Column<Joint, Vec3>,
        stiffness: Column<Joint, f64>,
        stiffnesspoly: Column<Joint, [f64; 2]>,
        springyield: Column<Joint, f64>,
        range: Column<Joint, [f64; 2]>,
        actfrcrange: Column<Joint, [f64; 2]>,
        margin: Column<Joint, f64>,
        user: Wide,
    }
}

fields! {
    /// Degrees of freedom, in joint order.
    pub struct Dofs("dof_") {
        bodyid: Column<Dof, BodyId>,
        jntid: Column<Dof, JointId>,
        parentid: Column<Dof, DofId>,
        treeid: Column<Dof, TreeId>,
        Madr: Column<Dof, i32>,
        simplenum: Column<Dof, i32>,
        solref: Column<Dof, [f64; 2]>,
        solimp: Column<Dof, [f64; 5]>,
        frictionloss: Column<Dof, f64>,
        armature: Column<Dof, f64>,
        damping: Column<Dof, f64>,
        dampingpoly: Column<Dof, [f64; 2]>,
        invweight0: Column<Dof, f64>,
        M0: Column<Dof, f64>,
        length: Column<Dof, f64>,
    }
}

fields! {
    /// Kinematic trees below the world.
    pub struct Trees("tree_") {
        bodyadr: Column<Tree, BodyId>,
        bodynum: Column<Tree, i32>,
        dofadr: Column<Tree, DofId>,
        dofnum: Column<Tree, i32>,
        sleep_policy: Column<Tree, Code<SleepPolicy>>,
    }
}

fields! {
    /// Geoms, grouped by body.
    pub struct Geoms("geom_") {
        kind as "type": Column<Geom, Code<GeomKind>>,
        contype: Column<Geom, i32>,
        conaffinity: Column<Geom, i32>,
        condim: Column<Geom, i32>,
        bodyid: Column<Geom, BodyId>,
        dataid: Column<Geom, ObjectId>,
        matid: Column<Geom, MaterialId>,
        group: Column<Geom, i32>,
        priority: Column<Geom, i32>,
        plugin: Column<Geom, PluginId>,
        sameframe: Column<Geom, u8>,
        castshadow: Column<Geom, bool>,
        solmix: Column<Geom, f64>,
        solref: Column<Geom, [f64; 2]>,
        solimp: Column<Geom, [f64; 5]>,
        size: Column<Geom, [f64; 3]>,
        aabb: Column<Geom, [f64; 6]>,
        rbound: Column<Geom, f64>,
        pos: Column<Geom, Vec3>,
        quat: Column<Geom, Quat>,
        friction: Column<Geom, [f64; 3]>,
        margin: Column<Geom, f64>,
        gap: Column<Geom, f64>,
        surfacevel: Column<Geom, [f64; 6]>,
        adhesion: Column<Geom, f64>,
        fluid: Column<Geom, [f64; 12]>,
        user: Wide,
        rgba: Column<Geom, [f32; 4]>,
    }
}

fields! {
    /// Sites, grouped by body.
    pub struct Sites("site_") {
        kind as "type": Column<Site, Code<GeomKind>>,
        bodyid: Column<Site, BodyId>,
        dataid: Column<Site, ObjectId>,
        matid: Column<Site, MaterialId>,
        group: Column<Site, i32>,
        sameframe: Column<Site, u8>,
        size: Column<Site, [f64; 3]>,
        pos: Column<Site, Vec3>,
        quat: Column<Site, Quat>,
        user: Wide,
        rgba: Column<Site, [f32; 4]>,
    }
}

fields! {
    /// Cameras.
    pub struct Cameras("cam_") {
        mode: Vec<Code<CamLightMode>>,
        bodyid: Vec<BodyId>,
        targetbodyid: Vec<BodyId>,
        pos: Vec<Vec3>,
        quat: Vec<Quat>,
        poscom0: Vec<Vec3>,
        pos0: Vec<Vec3>,
        mat0: Vec<Mat3>,
        projection: Vec<Code<Projection>>,
        fovy: Vec<f64>,
        ipd: Vec<f64>,
        resolution: Vec<[i32; 2]>,
        output: Vec<i32>,
        sensorsize: Vec<[f32; 2]>,
        intrinsic: Vec<[f32; 4]>,
        user: Wide,
    }
}

fields! {
    /// Lights.
    pub struct Lights("light_") {
        mode: Vec<Code<CamLightMode>>,
        bodyid: Vec<BodyId>,
        targetbodyid: Vec<BodyId>,
        kind as "type": Vec<Code<LightKind>>,
        texid: Vec<TextureId>,
        castshadow: Vec<bool>,
        bulbradius: Vec<f32>,
        intensity: Vec<f32>,
        range: Vec<f32>,
        active: Vec<bool>,
        pos: Vec<Vec3>,
        dir: Vec<Vec3>,
        poscom0: Vec<Vec3>,
        pos0: Vec<Vec3>,
        dir0: Vec<Vec3>,
        attenuation: Vec<[f32; 3]>,
        cutoff: Vec<f32>,
        softness: Vec<f32>,
        exponent: Vec<f32>,
        ambient: Vec<[f32; 3]>,
        diffuse: Vec<[f32; 3]>,
        specular: Vec<[f32; 3]>,
    }
}

fields! {
    /// Meshes; per-mesh rows first, then the concatenated vertex, face, polygon data.
    pub struct Meshes("mesh_") {
        vertadr: Vec<i32>,
        vertnum: Vec<i32>,
        faceadr: Vec<i32>,
        facenum: Vec<i32>,
        bvhadr: Vec<i32>,
        bvhnum: Vec<i32>,
        octadr: Vec<i32>,
        octnum: Vec<i32>,
        normaladr: Vec<i32>,
        normalnum: Vec<i32>,
        texcoordadr: Vec<i32>,
        texcoordnum: Vec<i32>,
        graphadr: Vec<i32>,
        extrema: Vec<[i32; 27]>,
        vert: Vec<[f32; 3]>,
        normal: Vec<[f32; 3]>,
        texcoord: Vec<[f32; 2]>,
        face: Vec<[i32; 3]>,
        facenormal: Vec<[i32; 3]>,
        facetexcoord: Vec<[i32; 3]>,
        graph: Vec<i32>,
        scale: Vec<[f64; 3]>,
        pos: Vec<Vec3>,
        quat: Vec<Quat>,
        pathadr: Vec<i32>,
        polynum: Vec<i32>,
        polyadr: Vec<i32>,
        polynormal: Vec<Vec3>,
        polyvertadr: Vec<i32>,
        polyvertnum: Vec<i32>,
        polyvert: Vec<i32>,
        polymapadr: Vec<i32>,
        polymapnum: Vec<i32>,
        polymap: Vec<i32>,
    }
}

fields! {
    /// Skins: per-skin rows, then the concatenated vertices, faces and bones.
    pub struct Skins("skin_") {
        matid: Vec<MaterialId>,
        group: Vec<i32>,
        rgba: Vec<[f32; 4]>,
        inflate: Vec<f32>,
        vertadr: Vec<i32>,
        vertnum: Vec<i32>,
        texcoordadr: Vec<i32>,
        faceadr: Vec<i32>,
        facenum: Vec<i32>,
        boneadr: Vec<i32>,
        bonenum: Vec<i32>,
        vert: Vec<[f32; 3]>,
        texcoord: Vec<[f32; 2]>,
        face: Vec<[i32; 3]>,
        bonevertadr: Vec<i32>,
        bonevertnum: Vec<i32>,
        bonebindpos: Vec<[f32; 3]>,
        bonebindquat: Vec<[f32; 4]>,
        bonebodyid: Vec<BodyId>,
        bonevertid: Vec<i32>,
        bonevertweight: Vec<f32>,
        pathadr: Vec<i32>,
    }
}

fields! {
    /// Octrees of the distances of meshes, one after the other.
    pub struct Octrees("oct_") {
        depth: Vec<i32>,
        child: Vec<[i32; 8]>,
        aabb: Vec<[f64; 6]>,
        coeff: Vec<[f64; 8]>,
    }
}

fields! {
    /// Height fields.
    pub struct HeightFields("hfield_") {
        size: Vec<[f64; 4]>,
        nrow: Vec<i32>,
        ncol: Vec<i32>,
        adr: Vec<i32>,
        data: Vec<f32>,
        pathadr: Vec<i32>,
    }
}

fields! {
    /// Textures.
    pub struct Textures("tex_") {
        kind as "type": Vec<Code<TextureKind>>,
        colorspace: Vec<Code<ColorSpace>>,
        height: Vec<i32>,
        width: Vec<i32>,
        nchannel: Vec<i32>,
        adr: Vec<i64>,
        data: Vec<u8>,
        pathadr: Vec<i32>,
        contenttypeadr: Vec<i32>,
    }
}

fields! {
    /// Materials.
    pub struct Materials("mat_") {
        texid: Column<Material, [TextureId; 10]>,
        texuniform: Column<Material, bool>,
        texrepeat: Column<Material, [f32; 2]>,
        emission: Column<Material, f32>,
        specular: Column<Material, f32>,
        shininess: Column<Material, f32>,
        reflectance: Column<Material, f32>,
        metallic: Column<Material, f32>,
        roughness: Column<Material, f32>,
        rgba: Column<Material, [f32; 4]>,
    }
}

fields! {
    /// Explicit contact pairs, sorted by signature.
    pub struct Pairs("pair_") {
        dim: Vec<i32>,
        geom1: Vec<GeomId>,
        geom2: Vec<GeomId>,
        signature: Vec<i32>,
        solref: Vec<[f64; 2]>,
        solreffriction: Vec<[f64; 2]>,
        solimp: Vec<[f64; 5]>,
        margin: Vec<f64>,
        gap: Vec<f64>,
        adhesion: Vec<f64>,
        friction: Vec<[f64; 5]>,
    }
}

fields! {
    /// Excluded body pairs, sorted by signature.
    pub struct Excludes("exclude_") {
        signature: Vec<i32>,
    }
}

fields! {
    /// Equality constraints.
    pub struct Equalities("eq_") {
        kind as "type": Column<Equality, Code<EqKind>>,
        obj1id: Column<Equality, ObjectId>,
        obj2id: Column<Equality, ObjectId>,
        objtype: Column<Equality, Code<ObjKind>>,
        active0: Column<Equality, bool>,
        solref: Column<Equality, [f64; 2]>,
        solimp: Column<Equality, [f64; 5]>,
        data: Column<Equality, [f64; 12]>,
    }
}

fields! {
    /// Tendons.
    pub struct Tendons("tendon_") {
        kind as "type": Column<Tendon, Code<TendonKind>>,
        adr: Column<Tendon, WrapId>,
        num: Column<Tendon, i32>,
        matid: Column<Tendon, MaterialId>,
        actuatorid: Column<Tendon, ActuatorId>,
        group: Column<Tendon, i32>,
        plasticadr: Column<Tendon, PlasticId>,
        treenum: Column<Tendon, i32>,
        treeid: Column<Tendon, [TreeId; 2]>,
        limited: Column<Tendon, bool>,
        actfrclimited: Column<Tendon, bool>,
        width: Column<Tendon, f64>,
        solref_lim: Column<Tendon, [f64; 2]>,
        solimp_lim: Column<Tendon, [f64; 5]>,
        solref_fri: Column<Tendon, [f64; 2]>,
        solimp_fri: Column<Tendon, [f64; 5]>,
        range: Column<Tendon, [f64; 2]>,
        actfrcrange: Column<Tendon, [f64; 2]>,
        margin: Column<Tendon, f64>,
        stiffness: Column<Tendon, f64>,
        stiffnesspoly: Column<Tendon, [f64; 2]>,
        damping: Column<Tendon, f64>,
        dampingpoly: Column<Tendon, [f64; 2]>,
        armature: Column<Tendon, f64>,
        frictionloss: Column<Tendon, f64>,
        lengthspring: Column<Tendon, [f64; 2]>,
        springyield: Column<Tendon, f64>,
        length0: Column<Tendon, f64>,
        invweight0: Column<Tendon, f64>,
        user: Wide,
        rgba: Column<Tendon, [f32; 4]>,
    }
}

fields! {
    /// Path elements of all tendons.
    pub struct Wraps("wrap_") {
        kind as "type": Column<Wrap, Code<WrapKind>>,
        objid: Column<Wrap, ObjectId>,
        prm: Column<Wrap, f64>,
    }
}

fields! {
    /// Actuators; `ctrl*` have one row per control, `gear`, `acc0`, `length0`, `lengthrange` one per force output.
    pub struct Actuators("actuator_") {
        trntype: Column<Actuator, Code<TrnKind>>,
        dyntype: Column<Actuator, Code<DynKind>>,
        gaintype: Column<Actuator, Code<GainKind>>,
        biastype: Column<Actuator, Code<BiasKind>>,
        ctrladr: Column<Actuator, ControlId>,
        ctrlnum: Column<Actuator, i32>,
        ctrlspec: Column<Actuator, i32>,
        outadr: Column<Actuator, OutputId>,
        outnum: Column<Actuator, i32>,
        actadr: Column<Actuator, ActivationId>,
        actnum: Column<Actuator, i32>,
        trnid: Column<Actuator, [ObjectId; 2]>,
        cranklength: Column<Actuator, f64>,
        dynprm: Column<Actuator, [f64; 10]>,
        gainprm: Column<Actuator, [f64; 10]>,
        biasprm: Column<Actuator, [f64; 10]>,
        actlimited: Column<Actuator, bool>,
        actrange: Column<Actuator, [f64; 2]>,
        actearly: Column<Actuator, bool>,
        history: Column<Actuator, [i32; 2]>,
        historyadr: Column<Actuator, HistoryId>,
        delay: Column<Actuator, f64>,
        damping: Column<Actuator, f64>,
        dampingpoly: Column<Actuator, [f64; 2]>,
        armature: Column<Actuator, f64>,
        group: Column<Actuator, i32>,
        user: Wide,
        plugin: Column<Actuator, PluginId>,
        forcelimited: Column<Actuator, bool>,
        forcerange: Column<Actuator, [f64; 2]>,
        ctrllimited: Column<Control, bool>,
        ctrlrange: Column<Control, [f64; 2]>,
        gear: Column<Output, [f64; 6]>,
        acc0: Column<Output, f64>,
        length0: Column<Output, f64>,
        lengthrange: Column<Output, [f64; 2]>,
    }
}

fields! {
    /// Sensors.
    pub struct Sensors("sensor_") {
        kind as "type": Column<Sensor, Code<SensorKind>>,
        datatype: Column<Sensor, Code<DataKind>>,
        needstage: Column<Sensor, Code<Stage>>,
        objtype: Column<Sensor, Code<ObjKind>>,
        objid: Column<Sensor, ObjectId>,
        reftype: Column<Sensor, Code<ObjKind>>,
        refid: Column<Sensor, ObjectId>,
        intprm: Column<Sensor, [i32; 3]>,
        dim: Column<Sensor, i32>,
        adr: Column<Sensor, SensordataId>,
        cutoff: Column<Sensor, f64>,
        noise: Column<Sensor, f64>,
        history: Column<Sensor, [i32; 2]>,
        historyadr: Column<Sensor, HistoryId>,
        delay: Column<Sensor, f64>,
        interval: Column<Sensor, [f64; 2]>,
        user: Wide,
        plugin: Column<Sensor, PluginId>,
    }
}

fields! {
    /// Custom numbers.
    pub struct Numerics("numeric_") {
        adr: Vec<i32>,
        size: Vec<i32>,
        data: Vec<f64>,
    }
}

fields! {
    /// Custom texts.
    pub struct Texts("text_") {
        adr: Vec<i32>,
        size: Vec<i32>,
        data: Vec<u8>,
    }
}

fields! {
    /// Custom tuples.
    pub struct Tuples("tuple_") {
        adr: Vec<i32>,
        size: Vec<i32>,
        objtype: Vec<Code<ObjKind>>,
        objid: Vec<ObjectId>,
        objprm: Vec<f64>,
    }
}

fields! {
    /// Keyframes.
    pub struct Keyframes("key_") {
        time: Vec<f64>,
        qpos: Wide,
        qvel: Wide,
        act: Wide,
        mpos: Wide,
        mquat: Wide,
        ctrl: Wide,
        plastic: Wide,
    }
}

fields! {
    /// Sparsity patterns: tendon Jacobian, body–dof, inertia (M: lower triangle by ancestors, D: full).
    pub struct Sparsity("") {
        ten_J_rownnz: Vec<i32>,
        ten_J_rowadr: Vec<i32>,
        ten_J_colind: Vec<i32>,
        B_rownnz: Vec<i32>,
        B_rowadr: Vec<i32>,
        B_colind: Vec<i32>,
        M_rownnz: Vec<i32>,
        M_rowadr: Vec<i32>,
        M_colind: Vec<i32>,
        mapM2M: Vec<i32>,
        D_rownnz: Vec<i32>,
        D_rowadr: Vec<i32>,
        D_diag: Vec<i32>,
        D_colind: Vec<i32>,
        mapM2D: Vec<i32>,
        mapD2M: Vec<i32>,
    }
}

/// The rows that belong to one row: MuJoCo's pairs of an address and a number.
macro_rules! spans {
    ($($Table:ident[$Id:ident] { $($(#[$m:meta])* $f:ident: $Row:ident = $adr:ident, $num:ident;)* })*) => {$(
        impl $Table {
            $($(#[$m])*
            #[inline(always)]
            pub fn $f(&self, of: impl Into<$Id>) -> Ids<row::$Row> {
                let of = of.into();
                // a row without any has the address −1
                self.$adr[of].max(Id::FIRST).span(self.$num[of] as usize)
            })*
        }
    )*};
}

spans! {
    Bodies[BodyId] {
        /// Joints of a body.
        joints: Joint = jntadr, jntnum;
        /// Degrees of freedom of a body's joints.
        dofs: Dof = dofadr, dofnum;
        /// Geoms of a body.
        geoms: Geom = geomadr, geomnum;
    }
    Trees[TreeId] {
        /// Bodies of a tree.
        bodies: Body = bodyadr, bodynum;
        /// Degrees of freedom of a tree.
        dofs: Dof = dofadr, dofnum;
    }
    Tendons[TendonId] {
        /// Path of a tendon.
        wraps: Wrap = adr, num;
    }
    Actuators[ActuatorId] {
        /// Controls of an actuator.
        controls: Control = ctrladr, ctrlnum;
        /// Outputs of an actuator.
        outputs: Output = outadr, outnum;
        /// Activations of an actuator.
        activations: Activation = actadr, actnum;
    }
    Sensors[SensorId] {
        /// Numbers of a sensor.
        data: Sensordata = adr, dim;
    }
}

/// A row of a sparsity pattern: where its columns are.
macro_rules! patterns {
    ($($(#[$m:meta])* $f:ident = $adr:ident, $nnz:ident;)*) => {
        impl Sparsity {
            $($(#[$m])*
            #[inline(always)]
            pub fn $f(&self, row: usize) -> Range<usize> {
                let start = self.$adr[row] as usize;
                start..start + self.$nnz[row] as usize
            })*
        }
    };
}

patterns! {
    /// The dofs that move a tendon.
    tendon = ten_J_rowadr, ten_J_rownnz;
    /// The dofs of a row of M: its ancestors and itself.
    inertia = M_rowadr, M_rownnz;
    /// The dofs of a row of D: its ancestors, itself and its descendants.
    derivative = D_rowadr, D_rownnz;
}

impl Joints {
    /// Where a joint is in a configuration.
    #[inline]
    pub fn positions(&self, of: impl Into<JointId>) -> Ids<row::Qpos> {
        let of = of.into();
        self.qposadr[of].span(self.size(of).0)
    }
    /// Degrees of freedom of a joint.
    #[inline]
    pub fn dofs(&self, of: impl Into<JointId>) -> Ids<row::Dof> {
        let of = of.into();
        self.dofadr[of].span(self.size(of).1)
    }
    #[inline]
    fn size(&self, of: JointId) -> (usize, usize) {
        self.kind[of].get().unwrap_or(JointKind::Hinge).size()
    }
}
