import { distinctUntilChanged, fromEvent, map, Observable, startWith } from 'rxjs'

/** Whether the page is seen: now, and as it changes. */
export const pageVisible$: Observable<boolean> = new Observable<void>((subscriber) =>
  fromEvent(document, 'visibilitychange').subscribe(() => subscriber.next()),
).pipe(
  startWith(undefined),
  map(() => document.visibilityState !== 'hidden'),
  distinctUntilChanged(),
)
