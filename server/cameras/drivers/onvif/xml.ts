import { SaxesParser } from 'saxes'

/** An element of an answer, by its name without prefix. */
export interface Element {
  readonly name: string
  readonly attributes: Readonly<Record<string, string>>
  readonly children: Element[]
  text: string
}
const DEEPEST = 40
/** A recorder of 64 profiles says some hundred things of each. */
const MOST_ELEMENTS = 50_000

/** Reads an answer of a device; throws where it is no XML, has a document type, or is too deep. */
export function readXml(text: string): Element {
  const parser = new SaxesParser({ xmlns: false })
  const root: Element = { name: '', attributes: {}, children: [], text: '' }
  const open: Element[] = [root]
  let count = 0
  const local = (name: string) => name.slice(name.indexOf(':') + 1)
  parser.on('error', (cause) => {
    throw cause
  })
  parser.on('doctype', () => {
    throw new Error('a document type')
  })
  parser.on('opentag', ({ name, attributes }) => {
    if (open.length > DEEPEST || ++count > MOST_ELEMENTS) throw new Error('too deep or too long')
    const element: Element = { name: local(name), attributes, children: [], text: '' }
    open.at(-1)!.children.push(element)
    open.push(element)
  })
  parser.on('text', (piece) => {
    open.at(-1)!.text += piece
  })
  parser.on('closetag', () => void open.pop())
  parser.write(text).close()
  return root
}

/** Every element of this name, in the order of the text. */
export const all = (within: Element, name: string): Element[] =>
  within.children.flatMap((child) => (child.name === name ? [child, ...all(child, name)] : all(child, name)))
/** The text of the first element that is reached by these names, one within the other; null where there is none. */
export function textAt(within: Element, ...names: readonly string[]): string | null {
  let at: Element | undefined = within
  for (const name of names) at = at && all(at, name)[0]
  return at ? at.text.trim() : null
}
export const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')
