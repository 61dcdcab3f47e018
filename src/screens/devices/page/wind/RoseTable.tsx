import Box from '@mui/material/Box'
import Table from '@mui/material/Table'
import TableBody from '@mui/material/TableBody'
import TableCell from '@mui/material/TableCell'
import TableContainer from '@mui/material/TableContainer'
import TableHead from '@mui/material/TableHead'
import TableRow from '@mui/material/TableRow'
import { useTranslation } from 'react-i18next'
import { WIND_CLASSES, type WindRose } from '#contract/devices/windRose'
import type { RoseShape } from './roseShape.ts'
import { CLASS_COLORS, useWindWords } from './useWindWords.ts'

/** The numbers of a rose: how much of the time in each class and in all, and how hard on the mean. Its head is the legend of the picture. */
export function RoseTable({ rose, shape }: { rose: WindRose; shape: RoseShape }) {
  const { t } = useTranslation()
  const { speed, number, mean, share } = useWindWords()
  return (
    <TableContainer component="section" aria-label={t('devices:wind.rose')} tabIndex={0}>
      <Table size="small" sx={{ '& td, & th': { px: 1 }, '& th': { whiteSpace: 'nowrap' } }}>
        <TableHead>
          <TableRow>
            <TableCell>{t('devices:wind.from')}</TableCell>
            <TableCell align="right">{t('devices:wind.share')}</TableCell>
            <TableCell align="right">{t('devices:wind.mean')}</TableCell>
            {WIND_CLASSES.map((from, nth) => (
              <TableCell key={from} align="right">
                <Box
                  aria-hidden
                  component="span"
                  sx={{
                    display: 'inline-block',
                    width: 10,
                    height: 10,
                    mr: 0.5,
                    borderRadius: 0.5,
                    bgcolor: CLASS_COLORS[nth],
                    border: 1,
                    borderColor: 'text.secondary',
                  }}
                />
                {speed(nth)}
              </TableCell>
            ))}
          </TableRow>
        </TableHead>
        <TableBody>
          {rose.sectors.map(({ sector, classes }, at) => (
            <TableRow key={sector}>
              <TableCell component="th" scope="row" sx={{ '&::first-letter': { textTransform: 'uppercase' } }}>
                {t(`devices:wind.sector.${sector}`)}
              </TableCell>
              <TableCell align="right">{share(shape.sectors[at]!.ms / shape.total)}</TableCell>
              <TableCell align="right">{mean(shape.sectors[at]!.mean)}</TableCell>
              {classes.map(({ ms }, nth) => (
                <TableCell key={nth} align="right">
                  {share(ms / shape.total)}
                </TableCell>
              ))}
            </TableRow>
          ))}
          <TableRow>
            <TableCell component="th" scope="row">
              {t('devices:wind.calm')}
            </TableCell>
            <TableCell align="right">{share(rose.calm / shape.total)}</TableCell>
            <TableCell colSpan={WIND_CLASSES.length + 1} sx={{ color: 'text.secondary' }}>
              {t('devices:wind.calmHint', { limit: number(WIND_CLASSES[0]) })}
            </TableCell>
          </TableRow>
        </TableBody>
      </Table>
    </TableContainer>
  )
}
