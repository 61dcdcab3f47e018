import { act, render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { createStore, useStore } from '#src/createStore.ts'

test('another value is told to whoever listens, the same one to nobody', () => {
  const store = createStore('a')
  const heard: string[] = []
  const stop = store.subscribe(() => heard.push(store.get()))
  store.set('a')
  store.set('b')
  stop()
  store.set('c')
  expect([heard, store.get()]).toEqual([['b'], 'c'])
})

test('who begins to listen while others are told, or stops, changes nothing for this time', () => {
  const store = createStore(0)
  const heard: string[] = []
  const stops: (() => void)[] = []
  stops.push(
    store.subscribe(() => {
      heard.push('first')
      stops[1]!()
      if (store.get() === 1) store.subscribe(() => heard.push('late'))
    }),
  )
  stops.push(store.subscribe(() => heard.push('second')))
  store.set(1)
  expect(heard).toEqual(['first', 'second'])
  store.set(2)
  expect(heard).toEqual(['first', 'second', 'first', 'late'])
})

test('a component shows the newest value', () => {
  const store = createStore('sown')
  const Word = () => useStore(store)
  render(<Word />)
  act(() => store.set('ripe'))
  expect(screen.queryByText('ripe')).not.toBeNull()
  expect(screen.queryByText('sown')).toBeNull()
})
