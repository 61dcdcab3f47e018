import { BehaviorSubject } from 'rxjs'
import { describe, expect, test } from 'vitest'
import type { LiveStatus } from '#streams/live'
import { staleSince } from '#streams/stale'

describe('what is shown', () => {
  test('is old from the last word that came until every table was read again, not only until the connection is back', () => {
    let heardAt = 100
    const [readings, presence] = [new BehaviorSubject<LiveStatus>('loading'), new BehaviorSubject<LiveStatus>('loading')]
    const said: (number | null)[] = []
    staleSince([readings, presence], () => heardAt).subscribe((since) => said.push(since))
    readings.next('fresh')
    presence.next('fresh')
    expect(said).toEqual([null])
    heardAt = 200
    readings.next('offline')
    heardAt = 300
    presence.next('offline')
    readings.next('fresh')
    expect(said).toEqual([null, 200])
    presence.next('fresh')
    expect(said).toEqual([null, 200, null])
    readings.next('failed')
    expect(said).toEqual([null, 200, null, 300])
  })
})
