import Box from '@mui/material/Box'
import ButtonBase from '@mui/material/ButtonBase'
import TextField, { type TextFieldProps } from '@mui/material/TextField'
import Typography from '@mui/material/Typography'
import { captchaAddress } from './captchaActors.ts'
import { RefreshIcon } from './icons.tsx'
import type { PublicWords } from './words.ts'

interface CaptchaFieldProps extends Omit<TextFieldProps, 'label' | 'sx' | 'slotProps'> {
  readonly words: PublicWords['login']
  /** Names the picture; null while there is none. */
  readonly captchaKey: string | null
  /** It is on its way. */
  readonly fetching: boolean
  readonly onRefresh: () => void
}

/** What is read from a captcha, beside its picture, which another press exchanges. */
export function CaptchaField({ words, captchaKey, fetching, onRefresh, ...field }: CaptchaFieldProps) {
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap-reverse', gap: 1.5, mt: 1, mb: 1, alignItems: 'flex-start' }}>
      <TextField
        {...field}
        sx={{ flex: '1 1 120px' }}
        label={words.captcha}
        slotProps={{ htmlInput: { autoComplete: 'off', autoCapitalize: 'none', spellCheck: false, maxLength: 20 } }}
      />
      <ButtonBase
        onClick={onRefresh}
        disabled={field.disabled ?? false}
        aria-label={words.captchaImage}
        title={words.captchaRefresh}
        sx={{
          // Its own size: smaller, its letters are misread.
          height: 82,
          width: 218,
          flexShrink: 0,
          border: 1,
          borderColor: 'divider',
          borderRadius: 1,
          overflow: 'hidden',
          bgcolor: 'common.white',
          color: 'grey.700',
        }}
      >
        {captchaKey == null ? (
          fetching ? null : (
            <Typography variant="caption" sx={{ px: 1, display: 'flex', alignItems: 'center', gap: 0.5 }}>
              <RefreshIcon fontSize="small" />
              {words.captchaFailed}
            </Typography>
          )
        ) : (
          <img key={captchaKey} src={captchaAddress(captchaKey)} alt="" width={216} height={80} />
        )}
      </ButtonBase>
    </Box>
  )
}
