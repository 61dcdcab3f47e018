import InputIcon from '@mui/icons-material/InputOutlined'
import Button from '@mui/material/Button'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { warehousing } from '#contract/inventory/warehousing'
import { Permitted } from '#src/session/Permitted.tsx'

/** The way from an approved application to the receipt of its goods. */
export function ToWarehousing({ of: { id } }: { of: { readonly id: number } }) {
  const { t } = useTranslation()
  return (
    <Permitted code={warehousing.codes.create}>
      <Button variant="contained" startIcon={<InputIcon />} component={Link} to={`${warehousing.page}/convert_purchase/${id}`}>
        {t('inventory:aplionform.toWarehousing')}
      </Button>
    </Permitted>
  )
}
