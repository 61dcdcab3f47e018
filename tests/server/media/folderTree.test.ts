import fc from 'fast-check'
import { expect, test } from 'vitest'
import { folderTree } from '#server/media/folderTree'

interface Folder {
  id: number
  parentId: number | null
}
/** Folders that stand under earlier ones, or at the top. */
const trees = fc
  .array(fc.nat(), { minLength: 1, maxLength: 30 })
  .map((seeds): Folder[] => seeds.map((seed, at) => ({ id: at + 1, parentId: at === 0 || seed % 3 === 0 ? null : (seed % at) + 1 })))

test('whatever is moved where it may stand, no folder comes to stand in itself, and every sum stays what it holds', () => {
  fc.assert(
    fc.property(trees, fc.array(fc.tuple(fc.nat(), fc.nat()), { maxLength: 40 }), (folders, moves) => {
      const held = (id: number) => id * 7
      for (const [one, other] of moves) {
        const moved = folders[one % folders.length]!
        const onto = other % (folders.length + 1) === 0 ? null : folders[other % folders.length]!.id
        const { isUnder } = folderTree(folders)
        if (onto === null || !isUnder(onto, moved.id)) moved.parentId = onto
      }
      const { levelOf, heightOf, sumUnder } = folderTree(folders)
      const top = folders.filter(({ parentId }) => parentId === null)
      // Nothing is lost: what stands at the top holds all there is.
      expect(top.reduce((sum, { id }) => sum + sumUnder(id, held), 0)).toBe(folders.reduce((sum, { id }) => sum + held(id), 0))
      for (const { id, parentId } of folders) {
        expect(levelOf(id)).toBe(parentId === null ? 1 : levelOf(parentId) + 1)
        if (parentId !== null) expect(heightOf(parentId)).toBeGreaterThan(heightOf(id))
      }
    }),
  )
})
