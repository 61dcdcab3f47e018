/** Opens the list of panoramas, which all bases share. */
export const PANORAMA_READ = 'wfpf.company.config.media.panorama' as const
export const PANORAMA_EDIT = 'wfpf.company.config.media.panorama.ps.edit' as const
export const PANORAMA_DELETE = 'wfpf.company.config.media.panorama.ps.delete' as const
/** Opens the list of tours, of the bases in which it is held. */
export const VR_READ = 'wfpf.company.config.media.vr_video' as const
/** Makes and changes tours and their scenes. */
export const VR_EDIT = 'wfpf.company.config.media.vr_video.ps.edit' as const
export const VR_DELETE = 'wfpf.company.config.media.vr_video.ps.delete' as const
/** Opens a tour to everybody who knows its address, and closes it. */
export const VR_PUBLISH = 'wfpf.company.config.media.vr_video.ps.publish' as const
/** Shows tours on the map. */
export const VR_MAP = 'wfpf.company.config.media.vr_video.ps.mapPreview' as const

/** One of these is enough to read a tour, its scenes and its pictures. */
export const VR_READERS = [VR_READ, VR_EDIT, VR_MAP] as const
