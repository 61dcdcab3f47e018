const LABEL = /^[a-z0-9-]{1,63}$/

/** Whether a text is the name of a host in small letters, as browsers send it: no scheme, port or path, no bare word and no number of an address. */
export function isDomainName(given: string): boolean {
  const labels = given.split('.')
  const isLabel = (label: string) => LABEL.test(label) && !label.startsWith('-') && !label.endsWith('-')
  return given.length <= 253 && labels.length > 1 && labels.every(isLabel) && /^[a-z]/.test(labels.at(-1)!)
}
