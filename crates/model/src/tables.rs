//! The tables of a compiled model: one struct of arrays per kind of object.
//!
//! A field `x` of the group with prefix `body_` is MuJoCo's `mjModel.body_x`, with its type and shape. Rows are objects; a
//! `Vec<Vec3>` of n rows is MuJoCo's (n, 3); a `Vec<BodyId>` or `Vec<Code<JointKind>>` is its integers. Numbers may be written between steps; what is derived from them follows with `set_const`.

use crate::fields;
use crate::fields::Wide;
use crate::ids::*;
use crate::kinds::*;
use stiction_spatial::{Code, Id, Ids, Mat3, Quat, Vec3};

fields! {
    /// Bodies, parents before children; body 0 is the world.
    pub struct Bodies("body_") {
        parentid: Vec<BodyId>,
        rootid: Vec<BodyId>,
        weldid: Vec<BodyId>,
        mocapid: Vec<MocapId>,
        jntnum: Vec<i32>,
        jntadr: Vec<JointId>,
        dofnum: Vec<i32>,
        dofadr: Vec<DofId>,
        treeid: Vec<TreeId>,
        geomnum: Vec<i32>,
        geomadr: Vec<GeomId>,
        simple: Vec<u8>,
        sameframe: Vec<u8>,
        pos: Vec<Vec3>,
        quat: Vec<Quat>,
        ipos: Vec<Vec3>,
        iquat: Vec<Quat>,
        mass: Vec<f64>,
        subtreemass: Vec<f64>,
        inertia: Vec<Vec3>,
        invweight0: Vec<[f64; 2]>,
        gravcomp: Vec<f64>,
        margin: Vec<f64>,
        user: Wide,
        plugin: Vec<PluginId>,
        contype: Vec<i32>,
        conaffinity: Vec<i32>,
        bvhadr: Vec<i32>,
        bvhnum: Vec<i32>,
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
        kind as "type": Vec<Code<JointKind>>,
        qposadr: Vec<QposId>,
        dofadr: Vec<DofId>,
        bodyid: Vec<BodyId>,
        actuatorid: Vec<ActuatorId>,
        group: Vec<i32>,
        plasticadr: Vec<PlasticId>,
        limited: Vec<bool>,
        actfrclimited: Vec<bool>,
        actgravcomp: Vec<bool>,
        solref: Vec<[f64; 2]>,
        solimp: Vec<[f64; 5]>,
        pos: Vec<Vec3>,
        axis: Vec<Vec3>,
        stiffness: Vec<f64>,
        stiffnesspoly: Vec<[f64; 2]>,
        springyield: Vec<f64>,
        range: Vec<[f64; 2]>,
        actfrcrange: Vec<[f64; 2]>,
        margin: Vec<f64>,
        user: Wide,
    }
}

fields! {
    /// Degrees of freedom, in joint order.
    pub struct Dofs("dof_") {
        bodyid: Vec<BodyId>,
        jntid: Vec<JointId>,
        parentid: Vec<DofId>,
        treeid: Vec<TreeId>,
        Madr: Vec<i32>,
        simplenum: Vec<i32>,
        solref: Vec<[f64; 2]>,
        solimp: Vec<[f64; 5]>,
        frictionloss: Vec<f64>,
        armature: Vec<f64>,
        damping: Vec<f64>,
        dampingpoly: Vec<[f64; 2]>,
        invweight0: Vec<f64>,
        M0: Vec<f64>,
        length: Vec<f64>,
    }
}

fields! {
    /// Kinematic trees below the world.
    pub struct Trees("tree_") {
        bodyadr: Vec<BodyId>,
        bodynum: Vec<i32>,
        dofadr: Vec<DofId>,
        dofnum: Vec<i32>,
        sleep_policy: Vec<Code<SleepPolicy>>,
    }
}

fields! {
    /// Geoms, grouped by body.
    pub struct Geoms("geom_") {
        kind as "type": Vec<Code<GeomKind>>,
        contype: Vec<i32>,
        conaffinity: Vec<i32>,
        condim: Vec<i32>,
        bodyid: Vec<BodyId>,
        dataid: Vec<ObjectId>,
        matid: Vec<MaterialId>,
        group: Vec<i32>,
        priority: Vec<i32>,
        plugin: Vec<PluginId>,
        sameframe: Vec<u8>,
        castshadow: Vec<bool>,
        solmix: Vec<f64>,
        solref: Vec<[f64; 2]>,
        solimp: Vec<[f64; 5]>,
        size: Vec<[f64; 3]>,
        aabb: Vec<[f64; 6]>,
        rbound: Vec<f64>,
        pos: Vec<Vec3>,
        quat: Vec<Quat>,
        friction: Vec<[f64; 3]>,
        margin: Vec<f64>,
        gap: Vec<f64>,
        surfacevel: Vec<[f64; 6]>,
        adhesion: Vec<f64>,
        fluid: Vec<[f64; 12]>,
        user: Wide,
        rgba: Vec<[f32; 4]>,
    }
}

fields! {
    /// Sites, grouped by body.
    pub struct Sites("site_") {
        kind as "type": Vec<Code<GeomKind>>,
        bodyid: Vec<BodyId>,
        dataid: Vec<ObjectId>,
        matid: Vec<MaterialId>,
        group: Vec<i32>,
        sameframe: Vec<u8>,
        size: Vec<[f64; 3]>,
        pos: Vec<Vec3>,
        quat: Vec<Quat>,
        user: Wide,
        rgba: Vec<[f32; 4]>,
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
        texid: Vec<[TextureId; 10]>,
        texuniform: Vec<bool>,
        texrepeat: Vec<[f32; 2]>,
        emission: Vec<f32>,
        specular: Vec<f32>,
        shininess: Vec<f32>,
        reflectance: Vec<f32>,
        metallic: Vec<f32>,
        roughness: Vec<f32>,
        rgba: Vec<[f32; 4]>,
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
        kind as "type": Vec<Code<EqKind>>,
        obj1id: Vec<ObjectId>,
        obj2id: Vec<ObjectId>,
        objtype: Vec<Code<ObjKind>>,
        active0: Vec<bool>,
        solref: Vec<[f64; 2]>,
        solimp: Vec<[f64; 5]>,
        data: Vec<[f64; 12]>,
    }
}

fields! {
    /// Tendons.
    pub struct Tendons("tendon_") {
        kind as "type": Vec<Code<TendonKind>>,
        adr: Vec<WrapId>,
        num: Vec<i32>,
        matid: Vec<MaterialId>,
        actuatorid: Vec<ActuatorId>,
        group: Vec<i32>,
        plasticadr: Vec<PlasticId>,
        treenum: Vec<i32>,
        treeid: Vec<[TreeId; 2]>,
        limited: Vec<bool>,
        actfrclimited: Vec<bool>,
        width: Vec<f64>,
        solref_lim: Vec<[f64; 2]>,
        solimp_lim: Vec<[f64; 5]>,
        solref_fri: Vec<[f64; 2]>,
        solimp_fri: Vec<[f64; 5]>,
        range: Vec<[f64; 2]>,
        actfrcrange: Vec<[f64; 2]>,
        margin: Vec<f64>,
        stiffness: Vec<f64>,
        stiffnesspoly: Vec<[f64; 2]>,
        damping: Vec<f64>,
        dampingpoly: Vec<[f64; 2]>,
        armature: Vec<f64>,
        frictionloss: Vec<f64>,
        lengthspring: Vec<[f64; 2]>,
        springyield: Vec<f64>,
        length0: Vec<f64>,
        invweight0: Vec<f64>,
        user: Wide,
        rgba: Vec<[f32; 4]>,
    }
}

fields! {
    /// Path elements of all tendons.
    pub struct Wraps("wrap_") {
        kind as "type": Vec<Code<WrapKind>>,
        objid: Vec<ObjectId>,
        prm: Vec<f64>,
    }
}

fields! {
    /// Actuators; `ctrl*` have one row per control, `gear`, `acc0`, `length0`, `lengthrange` one per force output.
    pub struct Actuators("actuator_") {
        trntype: Vec<Code<TrnKind>>,
        dyntype: Vec<Code<DynKind>>,
        gaintype: Vec<Code<GainKind>>,
        biastype: Vec<Code<BiasKind>>,
        ctrladr: Vec<ControlId>,
        ctrlnum: Vec<i32>,
        ctrlspec: Vec<i32>,
        outadr: Vec<OutputId>,
        outnum: Vec<i32>,
        actadr: Vec<ActivationId>,
        actnum: Vec<i32>,
        trnid: Vec<[ObjectId; 2]>,
        cranklength: Vec<f64>,
        dynprm: Vec<[f64; 10]>,
        gainprm: Vec<[f64; 10]>,
        biasprm: Vec<[f64; 10]>,
        actlimited: Vec<bool>,
        actrange: Vec<[f64; 2]>,
        actearly: Vec<bool>,
        history: Vec<[i32; 2]>,
        historyadr: Vec<HistoryId>,
        delay: Vec<f64>,
        damping: Vec<f64>,
        dampingpoly: Vec<[f64; 2]>,
        armature: Vec<f64>,
        group: Vec<i32>,
        user: Wide,
        plugin: Vec<PluginId>,
        forcelimited: Vec<bool>,
        forcerange: Vec<[f64; 2]>,
        ctrllimited: Vec<bool>,
        ctrlrange: Vec<[f64; 2]>,
        gear: Vec<[f64; 6]>,
        acc0: Vec<f64>,
        length0: Vec<f64>,
        lengthrange: Vec<[f64; 2]>,
    }
}

fields! {
    /// Sensors.
    pub struct Sensors("sensor_") {
        kind as "type": Vec<Code<SensorKind>>,
        datatype: Vec<Code<DataKind>>,
        needstage: Vec<Code<Stage>>,
        objtype: Vec<Code<ObjKind>>,
        objid: Vec<ObjectId>,
        reftype: Vec<Code<ObjKind>>,
        refid: Vec<ObjectId>,
        intprm: Vec<[i32; 3]>,
        dim: Vec<i32>,
        adr: Vec<SensordataId>,
        cutoff: Vec<f64>,
        noise: Vec<f64>,
        history: Vec<[i32; 2]>,
        historyadr: Vec<HistoryId>,
        delay: Vec<f64>,
        interval: Vec<[f64; 2]>,
        user: Wide,
        plugin: Vec<PluginId>,
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
