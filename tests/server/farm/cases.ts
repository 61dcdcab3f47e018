import { type AreaCases } from '../areaCases.ts'
import { fresh } from '../crud/places.ts'
import { none } from '../http/callCase.ts'

export const cases: AreaCases = {
  lawful: {
    area: () => ({
      areaName: fresh('Base'),
      areaNum: fresh('B').replace(' ', '-'),
      latlng: { longitude: 113.34, latitude: 22.96 },
      areaMeasure: '12.50',
    }),
    land: ({ areaId }) => ({ landName: fresh('Plot'), areaId, landType: 'field', profileColor: '#1b9961' }),
    worker: ({ areaId }) => ({ name: fresh('Worker'), code: fresh('W').replace(' ', '-'), organizationId: areaId, phone: '13800138000' }),
  },
  unlawful: { area: ['areaNum', 'no spaces'], land: ['landType', 'moor'], worker: ['phone', 'call me'] },
  calls: {
    'area.list': none,
    'area.page': none,
    'area.default': ['nothing', ({ areaId }) => ({ query: { areaId } })],
    'land.free': [404, ({ landId }) => ({ body: { landId, objectVersionNumber: 1 } })],
    'land.unBound': [404, ({ areaId }) => ({ params: { id: areaId } })],
    'land.history': ['nothing', ({ areaId }) => ({ query: { areaId } })],
  },
}
