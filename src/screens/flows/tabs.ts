import { FLOWS_PATH } from '#contract/flows/pages'

/** The runs of one flow. */
export const runsPath = (flowId: number): string => `${FLOWS_PATH}?tab=runs&flowId=${flowId}`

const ID = /^[1-9]\d{0,14}$/
/** An id of an address; undefined where it is none. */
export const idIn = (text: string | undefined): number | undefined => (text !== undefined && ID.test(text) ? Number(text) : undefined)
