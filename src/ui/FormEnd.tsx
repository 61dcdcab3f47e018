import Button, { type ButtonProps } from '@mui/material/Button'
import Stack from '@mui/material/Stack'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { FormFailure } from './FormFailure.tsx'

/** The end of a form in a window: why it was not saved, how that may be mended, and what leaves it and saves it. */
export function FormEnd({
  failure,
  onReload,
  saving,
  form,
  send,
  color = 'primary',
  disabled = false,
  aside,
  onCancel,
}: {
  failure?: string | undefined
  /** Takes what somebody else saved meanwhile; where that is why it was not saved. */
  onReload?: (() => void) | undefined
  saving: boolean
  /** The id of the form, of an end that does not stand in it. */
  form?: string | undefined
  /** The word of its button where it does not save. */
  send?: string | undefined
  /** Of the button that sends it. */
  color?: ButtonProps['color']
  disabled?: boolean
  /** Stands opposite its buttons. */
  aside?: ReactNode
  onCancel: () => void
}) {
  const { t } = useTranslation()
  return (
    <>
      <FormFailure failure={failure} onReload={onReload} />
      <Stack direction="row" sx={{ gap: 1 }}>
        {aside}
        <Button onClick={onCancel} sx={{ ml: 'auto' }}>
          {t('crud:cancel')}
        </Button>
        <Button
          type="submit"
          variant="contained"
          color={color}
          loading={saving}
          disabled={disabled}
          {...(form === undefined ? {} : { form })}
        >
          {send ?? t('crud:save')}
        </Button>
      </Stack>
    </>
  )
}
