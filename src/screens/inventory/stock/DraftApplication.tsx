import AddShoppingCartIcon from '@mui/icons-material/AddShoppingCartOutlined'
import Button from '@mui/material/Button'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { aplionform } from '#contract/inventory/aplionform'
import { Permitted } from '#src/session/Permitted.tsx'
import { useArea } from '#src/session/useArea.ts'

/** The way from what is below its minimum to the application that fills it up: of the base that is looked at, else of the one that is worked in. */
export function DraftApplication({ areaId }: { areaId: number | undefined }) {
  const { t } = useTranslation()
  const { area } = useArea()
  const base = areaId ?? area?.areaId
  if (base == null) return null
  return (
    <Permitted code={aplionform.codes.create}>
      <Button startIcon={<AddShoppingCartIcon />} component={Link} to={`${aplionform.page}/add?below=${base}`}>
        {t('inventory:stock.draft')}
      </Button>
    </Permitted>
  )
}
