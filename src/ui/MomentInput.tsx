import { Suspense } from 'react'
import type { MomentPickerProps } from '#src/time/MomentPicker.tsx'
import { lazyPart } from './lazyPart.tsx'
import { PickerOnItsWay } from './PickerOnItsWay.tsx'

/** Also before it is drawn: it may be needed where there is no network. */
export const fetchMomentPicker = () => import('#src/time/MomentPicker.tsx')
const Picker = lazyPart(fetchMomentPicker)

/** Chooses a moment, ms UTC, by the farm's clock. The picker is fetched when the first one is drawn. */
export const MomentInput = (props: MomentPickerProps) => (
  <Suspense fallback={<PickerOnItsWay label={props.label} sx={props.sx} />}>
    <Picker {...props} />
  </Suspense>
)
