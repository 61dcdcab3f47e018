import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

/** A state of React whose setter is not called `setX`: a bare verb reads like an act of the product. */
const otherwise = (source: string): string[] =>
  [...source.matchAll(/const \[\w+, (\w+)\] = (?:React\.)?useState\b/g)]
    .map(([, setter]) => setter!)
    .filter((setter) => !/^set[A-Z]/.test(setter))

test('what sets a state of React is called so', () => {
  const found = globSync('src/**/*.{ts,tsx}').flatMap((file) => otherwise(readFileSync(file, 'utf8')).map((setter) => `${file} ${setter}`))
  expect(found).toEqual([])
})

test.each([
  ['const [open, setOpen] = useState(false)', []],
  ['const [adding, add] = useState<Row | null>(null)', ['add']],
  ['const [value, set] = useState(0)', ['set']],
  ['const [state, change] = useListState(NAMES)', []],
])('%s', (source, found) => {
  expect(otherwise(source)).toEqual(found)
})
