import { all, type Element, readXml, textAt } from './xml.ts'

/** A camera as it says itself who it is. */
export interface Found {
  readonly name: string
  readonly hardware: string
  /** Of its device service, in its own order: none is judged yet. */
  readonly urls: readonly string[]
}
const LONGEST_NAME = 60
const LONGEST_URL = 300
const MOST_URLS = 8
const MOST_OF_ONE = 20

const words = (text: string | null) => (text ?? '').split(/\s+/).filter((word) => word !== '')

/** What a scope such as `onvif://www.onvif.org/name/Pond%201` says, as text of one line. */
function said(scopes: readonly string[], what: 'name' | 'hardware'): string {
  const start = `onvif://www.onvif.org/${what}/`
  const scope = scopes.find((one) => one.toLowerCase().startsWith(start))
  if (scope === undefined) return ''
  const raw = scope.slice(start.length)
  let text = raw
  try {
    text = decodeURIComponent(raw)
  } catch {
    // It is taken as it is written.
  }
  return text
    .replaceAll(/[\p{C}\s]+/gu, ' ')
    .trim()
    .slice(0, LONGEST_NAME)
}

/** The cameras of an answer to the question `id`; none where it answers another, or is no such answer. */
export function readAnswer(bytes: Buffer, id: string): Found[] {
  let root: Element
  try {
    root = readXml(bytes.toString('utf8'))
  } catch {
    return []
  }
  if (textAt(root, 'Header', 'RelatesTo') !== id) return []
  return all(root, 'ProbeMatch')
    .slice(0, MOST_OF_ONE)
    .map((match) => {
      const scopes = words(textAt(match, 'Scopes'))
      const urls = words(textAt(match, 'XAddrs')).filter((url) => url.length <= LONGEST_URL)
      return { name: said(scopes, 'name'), hardware: said(scopes, 'hardware'), urls: urls.slice(0, MOST_URLS) }
    })
}
