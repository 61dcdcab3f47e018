/** The SQLSTATE with which the database refuses a row of a person that names a file which is not there; see migration 0011. */
export const FILE_GONE = 'FILE0'
