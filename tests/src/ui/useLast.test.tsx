import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { useLast } from '#src/ui/useLast.ts'

afterEach(cleanup)

function Shown({ of }: { of: object | null }) {
  return <output>{JSON.stringify(useLast(of))}</output>
}

test('what was shown last stays until something else is', () => {
  const { rerender } = render(<Shown of={null} />)
  const says = () => screen.getByRole('status').textContent
  expect(says()).toBe('null')
  rerender(<Shown of={{ one: 1 }} />)
  rerender(<Shown of={null} />)
  expect(says()).toBe('{"one":1}')
  rerender(<Shown of={{ two: 2 }} />)
  expect(says()).toBe('{"two":2}')
})
