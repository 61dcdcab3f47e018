/** The SQLSTATE with which migration 0011 refused a row that names a file which is not there; migration 0030 took that away. */
export const FILE_GONE = 'FILE0'
