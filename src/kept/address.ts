/** Where a picture is that the server does not have yet: an address like all others, of no tenant. */
const ADDRESS = /^\/hfle\/v1\/0\/files\/([0-9a-f-]{36})\//
export const IN_TEXT = /\/hfle\/v1\/0\/files\/[0-9a-f-]{36}\/content/g

export const addressOf = (uuid: string) => `/hfle/v1/0/files/${uuid}/content`
export const uuidOf = (address: string) => ADDRESS.exec(address)?.[1] ?? null
/** Whether an address is that of a picture that waits in this browser. */
export const isKept = (address: string): boolean => uuidOf(address) !== null
