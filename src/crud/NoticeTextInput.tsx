import Image from '@tiptap/extension-image'
import { mergeAttributes, Node } from '@tiptap/react'
import { useCallback, useEffect, useRef } from 'react'
import { isBodyPicture } from '#contract/notices/noticeBody'
import RichTextInput, { type RichTextKind } from '../ui/RichTextInput.tsx'

/** A table that stands in a text is kept, and its words are changed; none is made here. */
const spans = () =>
  Object.fromEntries(
    (['colspan', 'rowspan'] as const).map((name) => [
      name,
      { default: null, parseHTML: (element: HTMLElement) => element.getAttribute(name) },
    ]),
  )
const cell = (name: 'tableCell' | 'tableHeader', tag: 'td' | 'th') =>
  Node.create({
    name,
    content: 'block+',
    isolating: true,
    addAttributes: spans,
    parseHTML: () => [{ tag }],
    renderHTML: ({ HTMLAttributes }) => [tag, mergeAttributes(HTMLAttributes), 0],
  })
const TABLE = [
  Node.create({
    name: 'table',
    group: 'block',
    content: 'tableRow+',
    isolating: true,
    parseHTML: () => [{ tag: 'table' }],
    renderHTML: () => ['table', ['tbody', 0]],
  }),
  Node.create({
    name: 'tableRow',
    content: '(tableCell | tableHeader)*',
    parseHTML: () => [{ tag: 'tr' }],
    renderHTML: () => ['tr', 0],
  }),
  cell('tableCell', 'td'),
  cell('tableHeader', 'th'),
]

/** Pictures of other sites would be gone once it is saved: they are not brought in. */
function withoutOutside(html: string): string {
  const page = new DOMParser().parseFromString(html, 'text/html')
  for (const picture of page.querySelectorAll('img')) if (!isBodyPicture(picture.getAttribute('src') ?? '')) picture.remove()
  return page.body.innerHTML
}
const KIND: RichTextKind = {
  level: 4,
  alsoLevels: [1, 2, 3, 5, 6],
  extensions: [Image.configure({ allowBase64: true }), ...TABLE],
  pasted: withoutOutside,
}

/** The text of an announcement. */
export default function NoticeTextInput(props: {
  label: string
  value: string
  fault: string | undefined
  onChange: (html: string) => void
}) {
  const { label, value, fault, onChange } = props
  // The editor hears of it when it is made.
  const latest = useRef(onChange)
  useEffect(() => {
    latest.current = onChange
  })
  const say = useCallback((html: string | null) => latest.current(html ?? ''), [])
  return <RichTextInput tall label={label} value={value} disabled={false} fault={fault} kind={KIND} onBlur={nothing} onChange={say} />
}
const nothing = () => undefined
