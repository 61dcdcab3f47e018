/** The codes of the pages of the media centre; what one may do there follows from them. */
export const PICTURES = 'wfpf.company.config.media.picture'
export const PICTURES_CREATE = 'wfpf.company.config.media.picture.ps.create'
export const PICTURES_EDIT = 'wfpf.company.config.media.picture.ps.edit'
export const PICTURES_DELETE = 'wfpf.company.config.media.picture.ps.delete'
export const VIDEOS = 'wfpf.company.config.media.publicity'
export const VIDEOS_CREATE = 'wfpf.company.config.media.publicity.ps.create'
export const VIDEOS_EDIT = 'wfpf.company.config.media.publicity.ps.edit'
export const VIDEOS_DELETE = 'wfpf.company.config.media.publicity.ps.delete'
