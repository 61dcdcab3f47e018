import BalanceIcon from '@mui/icons-material/BalanceOutlined'
import Button from '@mui/material/Button'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import type { AnyDocumentFull } from '#contract/core/document'
import { inventoryForm } from '#contract/inventory/inventoryForm'

/** The way from an approved stocktaking to settling what it found. */
export function ToSettle({ of }: { of: AnyDocumentFull }) {
  const { t } = useTranslation()
  if (!of.actions.includes('post') || of.progress !== 'none') return null
  return (
    <Button variant="contained" startIcon={<BalanceIcon />} component={Link} to={`${inventoryForm.page}/convert/${of.id}`}>
      {t('inventory:inventory_form.settle.act')}
    </Button>
  )
}
