import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { drawSeed } from '#server/farm/seedPage/draw'
import { POLICY } from '#server/farm/seedPage/frame'
import { cleanPassage } from '#server/ground/html/cleanHtml'
import { aShownSeed } from './aSeed.ts'

const LANGUAGES = ['zh-CN', 'en-US'] as const
const BASE = 'https://farm.example'
const inChinese = { language: 'zh-CN', base: BASE } as const
/** The signs of a page in their order, without what stands in their attributes. */
const signsOf = (page: string) => [...page.matchAll(/<[^>]*>/g)].map(([sign]) => sign.replaceAll(/"[^"]*"/g, '""'))

describe('the page of a seed', () => {
  const piece = fc.constantFrom(
    '<',
    '>',
    '"',
    "'",
    '&',
    '`',
    '=',
    '</title>',
    '</style>',
    '<script>',
    '-->',
    '" onload="',
    '&quot;',
    '{{name}}',
    '\n',
    'x',
    '荔',
  )
  const hostile = fc.array(piece, { minLength: 1, maxLength: 12 }).map((pieces) => `x${pieces.join('')}`)

  test('is the same page whatever its texts are: none of them ends an element or an attribute', () => {
    const quiet = drawSeed(aShownSeed(), inChinese)
    fc.assert(
      fc.property(hostile, hostile, hostile, fc.constantFrom(...LANGUAGES), (one, two, three, language) => {
        const [practice, attribute] = [aShownSeed().farmingPractices[0]!, aShownSeed().productAttributes[0]!]
        const page = drawSeed(
          aShownSeed({
            tenantName: one,
            cropName: two,
            corpEnName: three,
            publicity: one.replaceAll('\n', ' '),
            seedName: two,
            seedEnName: three,
            farmingPractices: [{ ...practice, name: three }],
            productAttributes: [{ ...attribute, name: two, enName: one }],
          }),
          { language, base: BASE },
        )
        expect(signsOf(page)).toEqual(signsOf(quiet))
      }),
    )
  })

  test('allows its own style alone, by its sum, and no code in the page', () => {
    const page = drawSeed(aShownSeed(), inChinese)
    expect(POLICY).toMatch(/^default-src 'none'; style-src 'sha256-[\w+/=]{44}'; script-src 'self'; img-src 'self';/)
    expect(POLICY).not.toContain('unsafe')
    expect(page.match(/<script/g)).toEqual(['<script'])
    expect(page).toContain('<script src="/seed/page.js" defer></script>')
    expect(page).not.toMatch(/ style="| on\w+="/)
  })

  test('needs no script where there is nothing to open', () => {
    expect(drawSeed(aShownSeed({ farmingPractices: [] }), inChinese)).not.toContain('<script')
  })

  test('names its languages, and in each what it is called there first', () => {
    const seed = aShownSeed({ seedName: '桂味荔枝', seedEnName: 'Guiwei lychee', cropName: '荔枝', corpEnName: 'Lychee' })
    const [chinese, english] = LANGUAGES.map((language) => drawSeed(seed, { language, base: null }))
    expect(chinese).toContain('<html lang="zh-CN">')
    expect(chinese).toContain('<h1>桂味荔枝</h1>')
    expect(chinese).toContain('<p class="crop">荔枝 · Lychee</p>')
    expect(chinese).toContain('hreflang="en-US" lang="en-US">English</a>')
    expect(english).toContain('<html lang="en-US">')
    expect(english).toContain('<h1>Guiwei lychee</h1>')
    expect(english).toContain('<p class="other">桂味荔枝</p>')
    expect(english).toContain('hreflang="zh-CN" lang="zh-CN">中文</a>')
    for (const page of [chinese, english])
      expect(page).toContain('<link rel="alternate" hreflang="x-default" href="/seed?tenantId=1&amp;id=2">')
  })

  test('has a share card only where its address is known', () => {
    const page = drawSeed(aShownSeed({ publicity: 'Sweet & "small"' }), inChinese)
    const card = '/wfpf/v1/public/1/seed/2/picture/00000000-0000-4000-8000-000000000000?size=card'
    for (const said of [
      '<meta property="og:title" content="Guiwei">',
      '<meta property="og:description" content="Sweet &amp; &quot;small&quot;">',
      '<meta property="og:url" content="https://farm.example/seed?tenantId=1&amp;id=2&amp;lang=zh-CN">',
      `<meta property="og:image" content="${BASE}${card}">`,
      '<meta name="twitter:card" content="summary_large_image">',
      '<link rel="canonical" href="https://farm.example/seed?tenantId=1&amp;id=2&amp;lang=zh-CN">',
    ])
      expect(page).toContain(said)
    expect(drawSeed(aShownSeed(), { ...inChinese, base: null })).not.toContain('property="og:')
    expect(drawSeed(aShownSeed({ picture: null }), inChinese)).not.toContain('og:image')
  })

  test('says the size of every picture before it comes', () => {
    const page = drawSeed(aShownSeed(), inChinese)
    const pictures = [...page.matchAll(/<img [^>]*>/g)].map(([picture]) => picture)
    expect(pictures).toHaveLength(3)
    for (const picture of pictures) expect(picture).toMatch(/ width="\d+" height="\d+" alt="/)
    expect(pictures[0]).toContain(' width="960" height="720" alt="Guiwei" fetchpriority="high"')
    expect(pictures.slice(1).every((picture) => picture.includes('loading="lazy"'))).toBe(true)
  })
})

describe('a passage', () => {
  test.each([
    ['a picture', '<p>a<img src="https://spy.example/p.png"></p>', '<p>a</p>'],
    ['a heading of the page', '<h1>a</h1><h2>b</h2><h3>c</h3><h4>d</h4>', '<h4>a</h4><h4>b</h4><h4>c</h4><h4>d</h4>'],
    [
      'a link that tells',
      '<a href="https://example.org/" onclick="x()">a</a>',
      '<a href="https://example.org/" rel="nofollow noopener noreferrer" target="_blank">a</a>',
    ],
    ['an address of this console', '<a href="/web/user">a</a>', '<a>a</a>'],
    ['a script', '<script>alert(1)</script><p style="position:fixed">a</p>', '<p>a</p>'],
  ])('is kept without %s', (_, given, kept) => {
    expect(cleanPassage(given)).toBe(kept)
    expect(cleanPassage(kept)).toBe(kept)
  })

  test('is no other when it is cleaned again, and brings nothing that acts, whatever was written', () => {
    const piece = fc.constantFrom(
      '<',
      '>',
      '"',
      "'",
      '<img src=x onerror=',
      '<a href="',
      'javascript:',
      '<script>',
      '</script>',
      '</p>',
      '<svg',
      '<dialog open>',
      '<style>',
      '<!--',
      '-->',
      '&#106;',
      'x',
      ' ',
    )
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 30 }), (pieces) => {
        const once = cleanPassage(pieces.join(''))
        expect(cleanPassage(once)).toBe(once)
        expect(once).not.toMatch(
          /<(script|svg|img|style|dialog|iframe|form)|<[^>]*\s(on\w+|style|id|class)=|href="(?!https?:|mailto:|tel:)/i,
        )
      }),
    )
  })
})
