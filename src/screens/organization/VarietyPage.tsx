import Link from '@mui/material/Link'
import { Link as RouterLink } from 'react-router-dom'
import { variety } from '#contract/organization/variety'
import { crudScreen } from '#src/crud/crudScreen.tsx'

export default crudScreen(variety, {
  columns: ['name', 'cropId', 'varietyImage', 'growthDays', 'expectedYield', 'enabledFlag', 'source'],
  filters: ['enabledFlag'],
  form: [
    ['name', 'enName'],
    ['cropId', 'source'],
    ['growthDays', 'expectedYield'],
    ['stages'],
    ['varietyImage'],
    ['description'],
    ['enabledFlag'],
  ],
  cells: {
    name: ({ value, record }) => (
      <Link component={RouterLink} to={`/system/varieties/info/${Number(record.varietyId)}`} onClick={(event) => event.stopPropagation()}>
        {String(value)}
      </Link>
    ),
  },
})
