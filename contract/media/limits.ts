/** The largest panorama where PANORAMA_MAX_MB is not set. It stands alone because the sign-in page, too, reads the boot data, and carries no validator. */
export const PANORAMA_MAX_MB = 50
