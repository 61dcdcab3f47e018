import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { Fact } from '#src/ui/Fact.tsx'

afterEach(cleanup)

test('a fact is a name and what is so; what was written in lines stands in lines', () => {
  render(
    <dl>
      <Fact name="Pond">North</Fact>
      <Fact name="Note" asWritten>
        {'deep\nand cold'}
      </Fact>
    </dl>,
  )
  expect(screen.getAllByRole('term').map(({ textContent }) => textContent)).toEqual(['Pond', 'Note'])
  const [pond, note] = screen.getAllByRole('definition')
  expect([pond!.textContent, note!.textContent]).toEqual(['North', 'deep\nand cold'])
  expect(getComputedStyle(pond!).whiteSpace).not.toBe('pre-wrap')
  expect(getComputedStyle(note!).whiteSpace).toBe('pre-wrap')
})
