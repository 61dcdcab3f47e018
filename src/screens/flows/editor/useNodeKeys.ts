import type { KeyboardEvent, RefObject } from 'react'
import { flushSync } from 'react-dom'
import type { Editor } from './useEditor.ts'

const findNode = (place: RefObject<HTMLElement | null>, id: string) =>
  [...(place.current?.querySelectorAll<HTMLElement>('[data-node]') ?? [])].find((one) => one.dataset.node === id)

/**
 * Keys of the nodes (`data-node`) in a place: the editor's own, and those that `step` leads to another node by, null where there is none.
 * The focus follows a node that is moved, and goes to the one before where one is taken away.
 */
export function useNodeKeys(
  place: RefObject<HTMLElement | null>,
  editor: Editor,
  step: (event: Pick<KeyboardEvent, 'key'>, id: string) => string | null,
  show: (id: string) => void = () => undefined,
) {
  const focus = (id: string | null) => {
    if (id === null) return
    show(id)
    const node = findNode(place, id)
    node?.focus({ preventScroll: true })
    // What `show` moved stands there with the next frame.
    requestAnimationFrame(() => node?.scrollIntoView({ block: 'nearest' }))
  }
  return (event: KeyboardEvent) => {
    const id = (event.target as Element).closest('[data-node]')?.getAttribute('data-node')
    if (id == null) return
    const stays = event.key === 'Delete' ? step({ key: 'ArrowUp' }, id) : id
    let done = false
    flushSync(() => {
      done = editor.onKey(event, id)
    })
    if (done) focus(stays)
    else if (!event.altKey && !event.ctrlKey && !event.metaKey) {
      const next = step(event, id)
      if (next === null) return
      event.preventDefault()
      focus(next)
    }
  }
}
