/** A payload as JSON; undefined where it is none. */
export function parsedPayload(payload: Buffer): unknown {
  try {
    return JSON.parse(payload.toString('utf8'))
  } catch {
    return undefined
  }
}
