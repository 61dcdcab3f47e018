import { seed } from '#contract/farm/seed'
import { crudScreen } from '#src/crud/crudScreen.tsx'
import { PublishedCell, SeedAddress } from './SeedAddress.tsx'

export default crudScreen(seed, {
  columns: ['seedName', 'varietyId', 'cropName', 'imageUrl', 'farmingPractices', 'productAttributes', 'published'],
  filters: ['published'],
  form: [
    ['seedName', 'seedEnName'],
    ['varietyId'],
    ['publicity'],
    ['imageUrl'],
    ['farmingPractices'],
    ['productAttributes'],
    ['published'],
  ],
  cells: { published: ({ record }) => <PublishedCell of={record as never} /> },
  beside: ({ record }) => <SeedAddress of={record} />,
})
