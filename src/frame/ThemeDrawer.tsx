import Close from '@mui/icons-material/Close'
import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Divider from '@mui/material/Divider'
import Drawer from '@mui/material/Drawer'
import FormControlLabel from '@mui/material/FormControlLabel'
import IconButton from '@mui/material/IconButton'
import Stack from '@mui/material/Stack'
import { styled } from '@mui/material/styles'
import Switch from '@mui/material/Switch'
import ToggleButton from '@mui/material/ToggleButton'
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup'
import Typography from '@mui/material/Typography'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { defaultTheme, type MenuTheme } from '#contract/session/look'
import { LABEL_STYLES, LAYOUTS, MENU_WIDTHS, SUBFIELD_STYLES } from '#contract/session/theme'
import { showTheme, useMenuTheme } from '#src/theme/menuTheme.ts'
import { isMenuReadable, THEME_DRAWER_WIDTH } from '#src/theme/theme.ts'
import { opensMenu, shownOptions } from './themeOptions.ts'
import { useSaveTheme } from './useThemeDesk.ts'
import { SecondaryText } from '#src/ui/SecondaryText.tsx'

const COLORS = [defaultTheme.themeColor, '#1f6fb2', '#00838f', '#5e6ad2', '#8e44ad', '#c2410c', '#b0306a'] as const
const GROUNDS = ['#12372a', '#16324f', '#2b2f36', '#f1f5ee'] as const

const Swatch = styled('button')(({ theme }) => ({
  width: 28,
  height: 28,
  padding: 0,
  borderRadius: '50%',
  border: `1px solid ${theme.vars?.palette.divider}`,
  cursor: 'pointer',
  '&[aria-pressed=true], &:focus-visible': { outline: `2px solid ${theme.vars?.palette.primary.main}`, outlineOffset: 2 },
}))

/**
 * How the console looks (THEME-01 to -10). Every change shows at once; it stays only when it was saved: closing the drawer goes back to
 * what `saved` is.
 */
export function ThemeDrawer({
  open,
  onClose,
  saved,
  menuOpen,
  onMenuOpen,
}: {
  open: boolean
  onClose: () => void
  saved: MenuTheme
  menuOpen: boolean
  onMenuOpen: (open: boolean) => void
}) {
  const { t } = useTranslation()
  const theme = useMenuTheme()
  const { saving, save } = useSaveTheme()
  const shown = shownOptions(theme)
  const change = (to: Partial<MenuTheme>) => {
    showTheme({ ...theme, ...to })
    if (to.layout != null && to.layout !== theme.layout) onMenuOpen(opensMenu(to.layout))
  }
  const leave = () => {
    if (saving) return
    if (theme.layout !== saved.layout) onMenuOpen(opensMenu(saved.layout))
    showTheme(saved)
    onClose()
  }
  const flag = (name: 'follow' | 'label' | 'labelIcon') =>
    shown.has(name) && (
      <FormControlLabel
        labelPlacement="start"
        slotProps={{ typography: { variant: 'body2' } }}
        sx={{ justifyContent: 'space-between', ml: 0 }}
        control={<Switch checked={theme[name] === 1} onChange={(_, on) => change({ [name]: on ? 1 : 0 })} />}
        label={t(`frame:theme.${name}`)}
      />
    )
  return (
    <Drawer
      anchor="right"
      open={open}
      onClose={leave}
      slotProps={{
        paper: { role: 'dialog', 'aria-label': t('frame:theme.title'), sx: { width: THEME_DRAWER_WIDTH, maxWidth: '100vw' } },
        // What is tried out must be seen.
        backdrop: { invisible: true },
      }}
    >
      <Stack direction="row" sx={{ alignItems: 'center', px: 2, height: 56, flexShrink: 0 }}>
        <Typography variant="h2" sx={{ flex: 1 }}>
          {t('frame:theme.title')}
        </Typography>
        <IconButton aria-label={t('frame:act.close')} onClick={leave} disabled={saving}>
          <Close />
        </IconButton>
      </Stack>
      <Divider />
      <Stack sx={{ flex: 1, overflowY: 'auto', p: 2, gap: 2 }}>
        <Option name={t('frame:theme.layout')}>
          <Choice
            value={theme.layout}
            choices={LAYOUTS.map((value) => [value, t(`frame:theme.layouts.${value}`)])}
            onChoose={(layout) => change({ layout })}
          />
        </Option>
        <Option name={t('frame:theme.themeColor')}>
          <Colors
            colors={COLORS}
            value={theme.themeColor}
            name={t('frame:theme.themeColor')}
            onChoose={(themeColor) => change({ themeColor })}
          />
        </Option>
        {flag('follow')}
        {shown.has('backgroundColor') && (
          <Option name={t('frame:theme.backgroundColor')}>
            <FormControlLabel
              labelPlacement="start"
              slotProps={{ typography: { variant: 'body2' } }}
              sx={{ display: 'flex', justifyContent: 'space-between', ml: 0, mb: 1 }}
              control={
                <Switch
                  checked={theme.backgroundColor !== ''}
                  onChange={(_, on) => change(on ? { backgroundColor: GROUNDS[0], fontColor: 'white' } : { backgroundColor: '' })}
                />
              }
              label={t('frame:theme.backgroundOwn')}
            />
            {theme.backgroundColor !== '' && (
              <Colors
                colors={GROUNDS}
                value={theme.backgroundColor}
                name={t('frame:theme.backgroundColor')}
                onChoose={(backgroundColor) => change({ backgroundColor })}
              />
            )}
          </Option>
        )}
        {shown.has('fontColor') && (
          <Option name={t('frame:theme.fontColor')}>
            <Choice
              value={theme.fontColor}
              choices={(['dark', 'white'] as const).map((value) => [value, t(`frame:theme.fontColors.${value}`)])}
              onChoose={(fontColor) => change({ fontColor })}
            />
            {!isMenuReadable(theme) && (
              <Alert severity="warning" sx={{ mt: 1 }}>
                {t('frame:theme.hardToRead')}
              </Alert>
            )}
          </Option>
        )}
        {shown.has('menuWidth') && (
          <Option name={t('frame:theme.menuWidth')}>
            <Choice
              value={theme.menuWidth}
              choices={MENU_WIDTHS.map((value) => [value, `${value}`])}
              onChoose={(menuWidth) => change({ menuWidth })}
            />
          </Option>
        )}
        {shown.has('subfieldStyle') && (
          <Option name={t('frame:theme.subfieldStyle')}>
            <Choice
              value={theme.subfieldStyle}
              choices={SUBFIELD_STYLES.map((value) => [value, t(`frame:theme.subfieldStyles.${value}`)])}
              onChoose={(subfieldStyle) => change({ subfieldStyle })}
            />
          </Option>
        )}
        <Divider />
        {flag('label')}
        {flag('labelIcon')}
        {shown.has('labelStyle') && (
          <Option name={t('frame:theme.labelStyle')}>
            <Choice
              value={theme.labelStyle}
              choices={LABEL_STYLES.map((value) => [value, t(`frame:theme.labelStyles.${value}`)])}
              onChoose={(labelStyle) => change({ labelStyle })}
            />
          </Option>
        )}
      </Stack>
      <Divider />
      <Stack sx={{ p: 2, gap: 1 }}>
        <SecondaryText variant="caption">{t('frame:theme.preview')}</SecondaryText>
        <Stack direction="row" sx={{ gap: 1 }}>
          <Button fullWidth variant="outlined" disabled={saving} onClick={() => change(defaultTheme)}>
            {t('frame:theme.reset')}
          </Button>
          <Button
            fullWidth
            variant="contained"
            loading={saving}
            onClick={() =>
              void save(theme, menuOpen).then((done) => {
                if (done) onClose()
              })
            }
          >
            {t('frame:theme.save')}
          </Button>
        </Stack>
      </Stack>
    </Drawer>
  )
}

function Option({ name, children }: { name: string; children: ReactNode }) {
  return (
    <Box component="fieldset" sx={{ border: 0, p: 0, m: 0, minWidth: 0 }}>
      <Typography component="legend" variant="subtitle2" sx={{ mb: 1, p: 0 }}>
        {name}
      </Typography>
      {children}
    </Box>
  )
}

function Choice<Value extends string | number>({
  value,
  choices,
  onChoose,
}: {
  value: Value
  choices: readonly (readonly [Value, string])[]
  onChoose: (value: Value) => void
}) {
  return (
    <ToggleButtonGroup
      exclusive
      size="small"
      color="primary"
      value={value}
      onChange={(_, next: Value | null) => next != null && onChoose(next)}
      sx={{
        flexWrap: 'wrap',
        gap: 0.75,
        '& .MuiToggleButton-root': { borderRadius: 1, border: 1, borderColor: 'divider', m: 0, px: 1.25 },
      }}
    >
      {choices.map(([one, name]) => (
        <ToggleButton key={one} value={one}>
          {name}
        </ToggleButton>
      ))}
    </ToggleButtonGroup>
  )
}

function Colors({
  colors,
  value,
  name,
  onChoose,
}: {
  colors: readonly string[]
  value: string
  name: string
  onChoose: (color: string) => void
}) {
  return (
    <Stack direction="row" sx={{ gap: 0.75, flexWrap: 'wrap', alignItems: 'center' }}>
      {colors.map((color) => (
        <Swatch
          key={color}
          type="button"
          style={{ backgroundColor: color }}
          aria-label={`${name} ${color}`}
          aria-pressed={color === value}
          onClick={() => onChoose(color)}
        />
      ))}
      <Box
        component="input"
        type="color"
        value={value}
        aria-label={name}
        onChange={({ target }: { target: { value: string } }) => onChoose(target.value)}
        sx={{
          width: 44,
          height: 28,
          p: 0,
          border: 1,
          borderColor: 'divider',
          borderRadius: 1,
          bgcolor: 'transparent',
          cursor: 'pointer',
          '&::-webkit-color-swatch-wrapper': { p: 0.25 },
          '&::-webkit-color-swatch': { border: 0, borderRadius: 0.5 },
        }}
      />
    </Stack>
  )
}
