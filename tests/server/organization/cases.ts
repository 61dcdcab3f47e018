import type { AreaCases } from '../areaCases.ts'
import { fresh } from '../crud/places.ts'
import { none } from '../http/callCase.ts'

export const cases: AreaCases = {
  lawful: {
    crop: () => ({ cropName: fresh('Crop'), cropKind: 'fruit' }),
    variety: ({ cropId }) => ({ name: fresh('Variety'), cropId, growthDays: 90 }),
    taskType: () => ({ name: fresh('Task type'), code: fresh('T').replace(' ', '-'), color: '#1b9961' }),
  },
  unlawful: { crop: ['cropName', '   '], variety: ['expectedYield', '1.005'], taskType: ['color', 'green'] },
  calls: { 'audit.page': none, 'audit.people': none, 'audit.export': none, 'people.page': none },
}
