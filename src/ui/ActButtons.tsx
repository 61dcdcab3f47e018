import Button from '@mui/material/Button'
import type { RowAction } from './ListTable.tsx'

/** What can be done with one record, as buttons: what the reader may do, and what it takes as it stands now. */
export const ActButtons = <Row,>({ acts, of }: { acts: readonly RowAction<Row>[]; of: Row }) =>
  acts
    .filter(({ may = true, shown }) => may && (shown?.(of) ?? true))
    .map(({ name, label, icon, color, run }) => (
      <Button key={name} startIcon={icon} color={color ?? 'primary'} onClick={() => run(of)}>
        {label}
      </Button>
    ))
