import { cleanup, fireEvent, screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { useEffect, useState } from 'react'
import { afterEach, describe, expect, test } from 'vitest'
import { type Condition, condition } from '#contract/watch/condition'
import { ConditionBuilder } from '#src/watch/condition/ConditionBuilder.tsx'
import {
  blankLeaf,
  conditionBody,
  conditionFaults,
  depthOf,
  draftOfCondition,
  type GroupDraft,
  groupOf,
  moveNode,
  replaceNode,
} from '#src/watch/condition/conditionDraft.ts'
import { show } from '../crud/showing.tsx'

afterEach(cleanup)

const above: Condition = { kind: 'compare', code: 'temperature', is: 'above', limit: 30, margin: 1, than: null }
const on: Condition = { kind: 'circuit', circuit: 1, is: 'on' }
const deep: Condition = {
  kind: 'all',
  of: [
    above,
    { kind: 'any', of: [on, { kind: 'not', of: { kind: 'sun', is: 'up', shift: -30 } }] },
    { kind: 'rate', code: 'ph', is: 'rising', by: 1, seconds: 600 },
    { kind: 'silent', code: 'ph', seconds: 600 },
    { kind: 'hours', from: 0, to: 1440, days: [1] },
    { kind: 'offline' },
  ],
}

describe('the draft of a condition', () => {
  test.each([above, on, deep, { kind: 'not', of: on } satisfies Condition])('comes out as it went in', (one) => {
    expect(condition.parse(conditionBody(draftOfCondition(one)))).toEqual(one)
  })
  test('keeps what another kind says while one is looked at', () => {
    const leaf = { ...blankLeaf(), limit: 7, kind: 'offline' as const }
    expect(conditionBody(groupOf('all', [leaf]))).toEqual({ kind: 'offline' })
    expect(conditionBody(groupOf('all', [{ ...leaf, kind: 'compare' as const }]))).toMatchObject({ limit: 7 })
  })
  test('is changed by key, moved among neighbours and no further, and its outermost group stays', () => {
    const draft = draftOfCondition(deep)
    const [first, second] = draft.of
    expect(
      moveNode(draft, first!.key, 1)
        .of.map(({ key }) => key)
        .slice(0, 2),
    ).toEqual([second!.key, first!.key])
    expect(moveNode(draft, first!.key, -1)).toEqual(draft)
    const inner = (second as GroupDraft).of[0]!
    expect((replaceNode(draft, inner.key, () => null).of[1] as GroupDraft).of).toHaveLength(1)
    expect(replaceNode(draft, draft.key, () => null)).toBe(draft)
    expect(depthOf(draft)).toBe(3)
  })
  test('says what is wrong by the input that it belongs to', () => {
    const leaf = { ...blankLeaf(), code: 'Not a code' }
    const hours = { ...blankLeaf(), kind: 'hours' as const, days: [] }
    const empty = groupOf('any', [])
    const faults = conditionFaults(groupOf('all', [leaf, hours, empty]))
    expect(faults.get(`${leaf.key}.limit`)).toMatchObject({ key: 'required' })
    expect(faults.has(`${leaf.key}.code`)).toBe(true)
    expect(faults.get(`${hours.key}.days`)).toMatchObject({ key: 'choice' })
    expect(faults.get(empty.key)).toBe('empty')
  })
})

let held: GroupDraft
const hold = (value: GroupDraft) => {
  held = value
}
function Builder({ begun }: { begun: Condition }) {
  const [value, change] = useState(() => draftOfCondition(begun))
  useEffect(() => hold(value), [value])
  return <ConditionBuilder label="Raised when" value={value} faults={new Map()} onChange={change} />
}
const parts = () => screen.getAllByRole('group', { name: /^Condition \d$/ })

describe('the builder', () => {
  test('adds a part and puts the focus on it, changes its kind, and takes it away', async () => {
    show(<Builder begun={above} />)
    await userEvent.click(screen.getByRole('button', { name: 'Add a condition' }))
    expect(parts()).toHaveLength(2)
    expect(parts()[1]!.contains(document.activeElement)).toBe(true)
    fireEvent.mouseDown(within(parts()[1]!).getByRole('combobox', { name: 'Condition' }))
    await userEvent.click(await screen.findByRole('option', { name: 'The device is lost' }))
    expect(conditionBody(held)).toEqual({ kind: 'all', of: [above, { kind: 'offline' }] })
    await userEvent.click(screen.getByRole('button', { name: 'Remove: Condition 1' }))
    expect(conditionBody(held)).toEqual({ kind: 'offline' })
  })
  test('nests groups three deep and no deeper', async () => {
    show(<Builder begun={above} />)
    const groups = () => screen.getAllByRole('button', { name: 'Add a group' })
    // Groups come before the buttons of what they stand in: the first one is of the innermost that may hold another.
    await userEvent.click(groups()[0]!)
    expect([depthOf(held), groups().length]).toEqual([2, 2])
    await userEvent.click(groups()[0]!)
    expect([depthOf(held), groups().length]).toEqual([3, 2])
    await userEvent.click(groups()[0]!)
    expect(depthOf(held)).toBe(3)
    expect(condition.safeParse(conditionBody(replaceBlank(held))).success).toBe(true)
  })
  test('moves a part by Alt and an arrow key', async () => {
    show(<Builder begun={{ kind: 'any', of: [above, on] }} />)
    within(parts()[1]!).getByRole('combobox', { name: 'Circuit' }).focus()
    await userEvent.keyboard('{Alt>}{ArrowUp}{/Alt}')
    expect(conditionBody(held)).toEqual({ kind: 'any', of: [on, above] })
  })
  test('lets one thing alone be not so', async () => {
    show(<Builder begun={{ kind: 'any', of: [above, on] }} />)
    fireEvent.mouseDown(screen.getByRole('combobox', { name: 'Of these' }))
    expect((await screen.findByRole('option', { name: 'is not true' })).getAttribute('aria-disabled')).toBe('true')
  })
})

/** A limit where none was written yet. */
function replaceBlank(group: GroupDraft): GroupDraft {
  return { ...group, of: group.of.map((part) => ('of' in part ? replaceBlank(part) : { ...part, limit: part.limit ?? 1 })) }
}
