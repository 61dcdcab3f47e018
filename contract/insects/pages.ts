import { defineRoute } from '../core/route.ts'
import { IDENTIFY, PEST } from './insectType.ts'

/** A picture of insects, to draw on: below the page of pests. */
const DRAW = '/web/equipment/pest/draw/:id'
export const drawPath = (pictureId: number): string => DRAW.replace(':id', String(pictureId))

export const pages = [
  defineRoute(DRAW, { area: 'insects', module: 'farm', permission: PEST, title: 'insects:draw.title' }),
  // Pictures that people bring are identified there.
  defineRoute('/web/agriculture/identify', {
    area: 'insects',
    module: 'farm',
    permission: IDENTIFY,
    group: 'knowledge',
    place: 2,
    title: 'insects:identify.title',
  }),
] as const
