import { SaxesParser, type SaxesTagNS } from 'saxes'

const SVG = 'http://www.w3.org/2000/svg'
const XLINK = 'http://www.w3.org/1999/xlink'

/** What an icon is drawn with. Everything else goes, with all that is inside it: scripts, foreign content, animations, links. */
const ELEMENTS = new Set(
  `svg g defs symbol use title desc path rect circle ellipse line polyline polygon text tspan textPath image style
  linearGradient radialGradient stop pattern clipPath mask marker filter feBlend feColorMatrix feComponentTransfer feComposite
  feDiffuseLighting feDisplacementMap feDistantLight feDropShadow feFlood feFuncA feFuncB feFuncG feFuncR feGaussianBlur feMerge
  feMergeNode feMorphology feOffset fePointLight feSpecularLighting feSpotLight feTile feTurbulence`.split(/\s+/),
)
// A wrapper whose content is drawn all the same.
const UNWRAPPED = new Set(['a', 'switch'])
const DEPTH_MOST = 100

const escapeText = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
const escapeValue = (text: string) => escapeText(text).replaceAll('"', '&quot;')

/** Style that could load something from elsewhere, or that hides what it says, is left out whole. */
function harmlessStyle(text: string): boolean {
  if (/@|\\|expression|javascript:|image-set|src\s*\(/i.test(text)) return false
  return [...text.matchAll(/url\s*\(([^)]*)\)?/gi)].every(([, target = '']) =>
    target.trimStart().replace(/^["']/, '').trimStart().startsWith('#'),
  )
}

const EMBEDDED = /^data:image\/(png|jpeg);base64,[A-Za-z0-9+/=\s]*$/i

function keptAttribute(element: string, name: string, uri: string, value: string): boolean {
  if (name.startsWith('on')) return false
  if (name === 'href')
    return (uri === XLINK || uri === '') && (value.trim().startsWith('#') || (element === 'image' && EMBEDDED.test(value.trim())))
  if (uri !== '' && uri !== 'http://www.w3.org/XML/1998/namespace') return false
  // xml:base would turn a harmless #id into an address.
  if (name === 'base' || name === 'src') return false
  return harmlessStyle(value)
}

/**
 * A drawing made anew from what is known to be harmless: allowed elements of the SVG namespace with allowed attributes, no document
 * type, no comments, no references to anything outside of it. Throws where it is not well-formed XML or not an SVG.
 */
export function sanitizeSvg(source: string): string {
  const parser = new SaxesParser({ xmlns: true, position: false })
  const out: string[] = []
  // For every open element: is it written, left out with its content, or is only its content written.
  const open: { readonly name: string; readonly as: 'written' | 'left' | 'unwrapped'; readonly style: string[] | null }[] = []
  const leaving = () => open.at(-1)?.as === 'left'
  let rooted = false

  parser.on('error', (cause) => {
    throw cause
  })
  parser.on('opentag', (tag) => {
    const { local, uri, attributes } = tag as SaxesTagNS
    if (open.length >= DEPTH_MOST) throw new Error('The drawing is nested too deep')
    const root = open.length === 0
    if (root && (local !== 'svg' || uri !== SVG)) throw new Error('The root element is no svg')
    rooted = true
    if (leaving() || uri !== SVG || !(ELEMENTS.has(local) || UNWRAPPED.has(local))) {
      open.push({ name: local, as: 'left', style: null })
      return
    }
    if (UNWRAPPED.has(local)) {
      open.push({ name: local, as: 'unwrapped', style: null })
      return
    }
    if (local === 'style') {
      open.push({ name: local, as: 'written', style: [] })
      return
    }
    const kept = Object.values(attributes)
      .filter(
        ({ local: name, uri: space, value, prefix }) =>
          prefix !== 'xmlns' && name !== 'xmlns' && keptAttribute(local, name.toLowerCase(), space, value),
      )
      .map(({ local: name, prefix, value }) => ` ${prefix === 'xml' ? `xml:${name}` : name}="${escapeValue(value)}"`)
    out.push(`<${local}${root ? ` xmlns="${SVG}"` : ''}${kept.join('')}>`)
    open.push({ name: local, as: 'written', style: null })
  })
  const write = (text: string) => {
    const at = open.at(-1)
    if (at == null || at.as === 'left') return
    if (at.style) at.style.push(text)
    else out.push(escapeText(text))
  }
  parser.on('text', write)
  parser.on('cdata', write)
  parser.on('closetag', () => {
    const { name, as, style } = open.pop()!
    if (as !== 'written') return
    if (!style) out.push(`</${name}>`)
    else if (harmlessStyle(style.join(''))) out.push(`<style>${escapeText(style.join(''))}</style>`)
  })
  parser.write(source).close()
  if (!rooted) throw new Error('There is no svg')
  return out.join('')
}
