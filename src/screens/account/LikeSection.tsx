import Button from '@mui/material/Button'
import Stack from '@mui/material/Stack'
import { useColorScheme } from '@mui/material/styles'
import ToggleButton from '@mui/material/ToggleButton'
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup'
import Typography from '@mui/material/Typography'
import { type ReactNode, useId } from 'react'
import { useTranslation } from 'react-i18next'
import { THEME_CONFIG } from '#contract/session/theme'
import { PushSection } from '#src/alarms/push/PushSection.tsx'
import { showThemeWindow } from '#src/frame/themeWindow.ts'
import { chooseLanguage } from '#src/session/chooseLanguage.ts'
import { isLanguage, LANGUAGES, nameOfLanguage } from '#src/i18n/language.ts'
import { Permitted } from '#src/session/Permitted.tsx'
import { SecondaryText } from '#src/ui/SecondaryText.tsx'
import { Section } from '#src/ui/Section.tsx'
import { AppSection } from './AppSection.tsx'

const SCHEMES = ['light', 'dark', 'system'] as const

/** What somebody likes, whether the console is installed here, and whether alarms reach them in this browser. */
export function LikeSection() {
  return (
    <Stack spacing={2}>
      <Looks />
      <AppSection />
      <PushSection />
    </Stack>
  )
}

/** Language, light or dark, and the way to the theme drawer. */
function Looks() {
  const { t, i18n } = useTranslation()
  const { mode, setMode } = useColorScheme()
  return (
    <Section title={t('account:tabs.like')}>
      <Choice label={t('account:like.language')}>
        {(labelledBy) => (
          <ToggleButtonGroup
            exclusive
            size="small"
            aria-labelledby={labelledBy}
            value={i18n.language}
            onChange={(_, language: unknown) => isLanguage(language) && void chooseLanguage(language)}
          >
            {LANGUAGES.map((language) => (
              <ToggleButton key={language} value={language} lang={language} sx={{ px: 2 }}>
                {nameOfLanguage(language)}
              </ToggleButton>
            ))}
          </ToggleButtonGroup>
        )}
      </Choice>
      <Choice label={t('account:like.scheme')}>
        {(labelledBy) => (
          <ToggleButtonGroup
            exclusive
            size="small"
            aria-labelledby={labelledBy}
            value={mode ?? 'system'}
            onChange={(_, scheme: (typeof SCHEMES)[number] | null) => scheme != null && setMode(scheme)}
          >
            {SCHEMES.map((scheme) => (
              <ToggleButton key={scheme} value={scheme} sx={{ px: 2 }}>
                {t(`account:like.${scheme}`)}
              </ToggleButton>
            ))}
          </ToggleButtonGroup>
        )}
      </Choice>
      <Permitted code={THEME_CONFIG}>
        <Choice label={t('account:like.theme')} text={t('account:like.themeText')}>
          {(labelledBy) => (
            <Button variant="outlined" aria-describedby={labelledBy} onClick={() => showThemeWindow(true)}>
              {t('account:like.openTheme')}
            </Button>
          )}
        </Choice>
      </Permitted>
    </Section>
  )
}

function Choice({ label, text, children }: { label: string; text?: string; children: (labelledBy: string) => ReactNode }) {
  const id = useId()
  return (
    <Stack direction="row" sx={{ alignItems: 'center', justifyContent: 'space-between', gap: 2, flexWrap: 'wrap', py: 1.5 }}>
      <div>
        <Typography id={id}>{label}</Typography>
        {text != null && <SecondaryText variant="caption">{text}</SecondaryText>}
      </div>
      {children(id)}
    </Stack>
  )
}
