import { expect, test } from 'vitest'
import { colorName } from '#src/ui/colorName.ts'

// What the demo's task types and plots have, and the ends of every scale.
test.each([
  ['#7fae3f', 'green'],
  ['#2f86b7', 'blue'],
  ['#3b82f6', 'blue'],
  ['#b37a55', 'brown'],
  ['#c0574f', 'red'],
  ['#d9b04a', 'yellow'],
  ['#3F9455', 'green'],
  ['#6b7a8c', 'gray'],
  ['#1b9961', 'green'],
  ['#ff8800', 'orange'],
  ['#8b4513', 'brown'],
  ['#0f9fa8', 'teal'],
  ['#7b3fbf', 'purple'],
  ['#ff69b4', 'pink'],
  ['#ff0000', 'red'],
  ['#ff0011', 'red'],
  ['#ffffff', 'white'],
  ['#000000', 'black'],
  ['#808080', 'gray'],
])('%s is called %s', (color, name) => {
  expect(colorName(color)).toBe(name)
})
