import { describe, expect, test } from 'vitest'
import type { ApprovalNode, FormCode } from '#contract/approvals/definition'
import { draftOf, faultsOf, moved, newCondition, newStep, put, ruleBy } from '#src/screens/approvals/flowDraft.ts'

const draftWith = (...nodes: ApprovalNode[]) => ({ ...draftOf('aplionform', 'A flow', undefined), nodes })

describe('a flow that is edited', () => {
  test('begins as the version in force, or empty, and is saved over that one', () => {
    const current = { ...draftWith(newStep('One')), id: 4, version: 3, isCurrent: true, running: 0, createdAt: 1, author: null }
    expect(draftOf('aplionform', 'A flow', current)).toMatchObject({ basedOn: 3, nodes: current.nodes })
    expect(draftOf('aplionform', 'A flow', undefined)).toMatchObject({ basedOn: 0, nodes: [], name: 'A flow' })
  })
  test('is right with new steps as they are made, each under an id of its own', () => {
    const one = newStep('One')
    expect(one.id).not.toBe(newStep('One').id)
    expect(faultsOf(draftWith(one, newStep('Two'))).size).toBe(0)
  })
  test('names each input that is wrong by its path: a name, people, a role, a time limit', () => {
    const wrong: ApprovalNode[] = [
      { ...newStep(' '), who: ruleBy('user') },
      { ...newStep('Role'), who: ruleBy('role') },
      { ...newStep('Slow'), timeout: { hours: 0, act: 'remind' } },
    ]
    expect([...faultsOf(draftWith(...wrong)).keys()]).toEqual([
      'nodes.0.name',
      'nodes.0.who.userIds',
      'nodes.1.who.roleId',
      'nodes.2.timeout.hours',
    ])
  })
  test('says of a condition which comparison has no value yet, however deep it stands', () => {
    const inner = newCondition('aplionform', 'Inner')
    const outer = {
      ...newCondition('aplionform', 'Outer'),
      branches: [{ when: [{ fact: 'total', is: 'below' as const, value: 100 }], nodes: [inner] }],
    }
    expect([...faultsOf(draftWith(outer)).keys()]).toEqual(['nodes.0.branches.0.nodes.0.branches.0.when.0.value'])
  })
  test('compares a base only with one, not by size', () => {
    const by = (is: 'equal' | 'atLeast', value: number) =>
      faultsOf(draftWith({ ...newCondition('aplionform', 'Base'), branches: [{ when: [{ fact: 'areaId', is, value }], nodes: [] }] })).size
    expect([by('equal', 3), by('atLeast', 3), by('equal', 1.5)]).toEqual([0, 1, 1])
  })
  test('asks of a form only what its documents say', () => {
    const by = (formCode: FormCode, fact: string) =>
      faultsOf({
        ...draftWith({ ...newCondition(formCode, 'Dear'), branches: [{ when: [{ fact, is: 'atLeast', value: 1000 }], nodes: [] }] }),
        formCode,
      })
    expect([...by('shipment', 'total').keys()]).toEqual([])
    expect([...by('inventory_form', 'total').keys()]).toEqual(['nodes.0.branches.0.when.0.fact'])
    expect(newCondition('inventory_form', 'Long').branches[0]!.when[0]!.fact).toBe('lineCount')
    expect(newCondition('shipment', 'Dear').branches[0]!.when[0]!.fact).toBe('total')
  })
  test('has its nodes moved, replaced and taken away, and never loses one at an edge', () => {
    expect([moved(['a', 'b', 'c'], 1, -1), moved(['a', 'b', 'c'], 1, 1)]).toEqual([
      ['b', 'a', 'c'],
      ['a', 'c', 'b'],
    ])
    expect(moved(['a', 'b'], 1, 1)).toEqual(['a', 'b'])
    expect([put(['a', 'b'], 0, 'x'), put(['a', 'b'], 0, null)]).toEqual([['x', 'b'], ['b']])
  })
})
