import { expect, test } from 'vitest'
import { stepOf } from '#src/screens/panoramas/editor/stepOf.ts'

const none = { ctrlKey: false, metaKey: false, shiftKey: false, altKey: false, target: document.createElement('div') }
const typed = (type: string) => Object.assign(document.createElement('input'), { type })

test.each([
  ['undo', { key: 'z', ctrlKey: true }, 'edit.undo'],
  ['undo on a Mac', { key: 'z', metaKey: true }, 'edit.undo'],
  ['redo', { key: 'Z', ctrlKey: true, shiftKey: true }, 'edit.redo'],
  ['redo by its other keys', { key: 'y', ctrlKey: true }, 'edit.redo'],
  ['on a slider', { key: 'z', ctrlKey: true, target: typed('range') }, 'edit.undo'],
  ['a letter alone', { key: 'z' }, null],
  ['in an input, which undoes by itself', { key: 'z', ctrlKey: true, target: typed('text') }, null],
  ['in a longer text', { key: 'z', ctrlKey: true, target: document.createElement('textarea') }, null],
  ['with Alt', { key: 'z', ctrlKey: true, altKey: true }, null],
])('%s', (_, pressed, step) => expect(stepOf({ ...none, ...pressed })).toBe(step))
