import { describe, expect, test } from 'vitest'
import { FORM_CODES } from '#contract/approvals/definition'
import { routeMatches } from '#contract/core/route'
import { routes } from '#contract/routes'
import { infoPath } from '#contract/approvals/infoPath'
import { filterOf, offered, stateOf, VIEWS } from '#src/screens/approvals/offered.ts'

describe('what the approval tab offers', () => {
  test('is View in every view, whatever the state', () => {
    for (const view of VIEWS)
      for (const taskState of [1, 2, 3, null]) expect(offered(view, { taskState, currentTaskId: 5 })).toContain('view')
  })
  test('is Agree and Reject in the approval view alone, and only below 2', () => {
    for (const view of VIEWS)
      for (const taskState of [1, 2, 3, null]) {
        const may = view === 'approval' && taskState === 1
        expect(offered(view, { taskState, currentTaskId: 5 }).includes('approve')).toBe(may)
        expect(offered(view, { taskState, currentTaskId: 5 }).includes('reject')).toBe(may)
      }
  })
  test('is no decision where there is no task to name', () => {
    expect(offered('approval', { taskState: 1, currentTaskId: null })).toEqual(['view'])
  })
  test('filters submissions by the process, tasks by the task, and copies by nothing', () => {
    expect(VIEWS.map(filterOf)).toEqual(['processState', 'taskState', null])
  })
  test('says in the approval view how the own task stands, elsewhere how the approval does', () => {
    const item = { taskState: 2, processState: 1, reason: null }
    expect(stateOf('approval', item)).toEqual({ standing: 'done', word: 'taskState.2' })
    expect(stateOf('carbon_copy', { ...item, taskState: null })).toEqual({ standing: 'waiting', word: 'processState.1' })
    expect(stateOf('user_edit', { taskState: null, processState: 3, reason: null })).toEqual({
      standing: 'refused',
      word: 'processState.3',
    })
  })
  test('calls withdrawn what nobody rejected', () => {
    expect(stateOf('user_edit', { taskState: null, processState: 3, reason: 'withdrawn' }).word).toBe('withdrawn')
  })
})

describe('View', () => {
  test('leads for every form to a page of the console that exists', () => {
    for (const form of FORM_CODES) {
      const path = infoPath(form, 42)
      expect(routes.filter((route) => route.path.includes(':id') && routeMatches(route.path, path)).length).toBe(1)
      expect(path.endsWith('/42')).toBe(true)
    }
  })
})
