/** One entry of a JSON object: its name, and the text of its value. */
export interface Entry {
  readonly name: string
  readonly text: string
}

const QUOTE = 0x22
const COMMA = 0x2c
const COLON = 0x3a
const OPEN_LIST = 0x5b
const ESCAPE = 0x5c
const CLOSE_LIST = 0x5d
const OPEN = 0x7b
const CLOSE = 0x7d

/**
 * The entries of a JSON object in their order, also where a name comes twice, and also where a value is no JSON, as long as its quotes and
 * brackets close: one device's nonsense does not cost what another beside it says. Null where the text is no such object.
 */
export function entriesOf(text: string): Entry[] | null {
  const entries: Entry[] = []
  let at = afterSpace(text, 0)
  if (text.charCodeAt(at) !== OPEN) return null
  at = afterSpace(text, at + 1)
  if (text.charCodeAt(at) === CLOSE) return afterSpace(text, at + 1) === text.length ? entries : null
  for (;;) {
    const end = text.charCodeAt(at) === QUOTE ? afterString(text, at) : -1
    const name = end < 0 ? null : nameOf(text.slice(at, end))
    if (name === null) return null
    at = afterSpace(text, end)
    if (text.charCodeAt(at) !== COLON) return null
    const from = afterSpace(text, at + 1)
    at = afterValue(text, from)
    if (at < 0) return null
    entries.push({ name, text: text.slice(from, at) })
    if (text.charCodeAt(at) === CLOSE) return afterSpace(text, at + 1) === text.length ? entries : null
    at = afterSpace(text, at + 1)
  }
}

function nameOf(quoted: string): string | null {
  try {
    return JSON.parse(quoted) as string
  } catch {
    return null
  }
}

/** Past spaces as JSON has them. */
function afterSpace(text: string, from: number): number {
  let at = from
  for (; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code !== 0x20 && code !== 0x0a && code !== 0x0d && code !== 0x09) break
  }
  return at
}

/** Past the string that begins at `from`; -1 where it does not end. */
function afterString(text: string, from: number): number {
  for (let at = text.indexOf('"', from + 1); at >= 0; at = text.indexOf('"', at + 1)) {
    let escapes = 0
    while (text.charCodeAt(at - 1 - escapes) === ESCAPE) escapes++
    if (escapes % 2 === 0) return at + 1
  }
  return -1
}

/** The place of the comma or bracket that ends the value which begins at `from`; -1 where nothing does. */
function afterValue(text: string, from: number): number {
  let depth = 0
  for (let at = from; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code === QUOTE) {
      at = afterString(text, at) - 1
      if (at < 0) return -1
    } else if (code === OPEN || code === OPEN_LIST) depth++
    else if (depth === 0 && (code === COMMA || code === CLOSE)) return at
    else if (code === CLOSE || code === CLOSE_LIST) depth--
    if (depth < 0) return -1
  }
  return -1
}
