/** Opens cameras: their lists, their pictures and what was written of them. */
export const CAMERAS_READ = 'wfpf.farm.equipment.camera' as const
export const CAMERAS_CREATE = 'wfpf.farm.equipment.camera.ps.create' as const
export const CAMERAS_EDIT = 'wfpf.farm.equipment.camera.ps.edit' as const
export const CAMERAS_DELETE = 'wfpf.farm.equipment.camera.ps.delete' as const
/** Moves cameras (PERMISSIONS-15). */
export const CAMERAS_CONTROL = 'wfpf.farm.equipment.camera.ps.control' as const
/** The administrator's list over all bases. */
export const CAMERA_MANAGER = 'wfpf.company.config.cameraManager' as const
/** The series of seedlings. */
export const SEEDING = 'wfpf.farm.equipment.seeding' as const
/** What of that list takes a code of its own (PERMISSIONS-18), one camera or many; their spelling is the documents'. */
export const CAMERA_MANAGER_DELETE = 'wfpf.company.system.farmMaintain.camareManage.ps.del' as const
export const CAMERA_MANAGER_DELETE_MANY = 'wfpf.company.system.farmMaintain.camareManage.ps.bulkDel' as const
export const CAMERA_MANAGER_TRANSFER = 'wfpf.company.system.farmMaintain.camareManage.ps.transfer' as const
export const CAMERA_MANAGER_TRANSFER_MANY = 'wfpf.company.system.farmMaintain.camareManage.ps.bulkTransfer' as const
/** Several pictures side by side. */
export const SURVEILLANCE = 'wfpf.farm.monitoring.videosurveillance' as const
