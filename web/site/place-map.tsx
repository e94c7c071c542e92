import type { Clinic } from '#domain/clinic.ts'
import type { ClinicMap } from '#domain/clinic-map.ts'
import { mapSize, streetLabels, streetPath } from './street-labels.ts'

const { width, height } = mapSize

/** Both layers are as large: cut where the picture is narrower or lower. */
const viewBox = `${width / -2} ${height / -2} ${width} ${height}`

/** 100 m in tens, as on the ruler of a film. */
const scale = Array.from(
  { length: 11 },
  (_, tens) => `M${tens * 10 - 224} 164v-${tens % 5 === 0 ? 9 : 5}`,
).join('')

/** The clinic's streets around it, north up. */
export function PlaceMap({ clinic, map }: { clinic: Clinic; map: ClinicMap }) {
  const near = map.landmarks.map(({ name }) => name).join(', ')
  const paths = map.streets.map(({ main, points }) => ({ main, d: streetPath(points) }))
  return (
    <svg
      role="img"
      aria-label={`Mapa${near && `; cerca: ${near}`}`}
      className="aspect-square w-full flex-auto bg-sunken text-[0.84375rem] sm:aspect-4/3 sm:text-[0.625rem] md:max-h-88 md:text-[0.84375rem] xl:max-h-100 xl:text-[0.8125rem]"
    >
      <svg aria-hidden viewBox={viewBox} preserveAspectRatio="xMidYMid slice">
        {map.landmarks.map(
          ({ name, at: [east, north], size }) =>
            size && (
              <rect
                key={name}
                x={east - size[0] / 2}
                y={-north - size[1] / 2}
                width={size[0]}
                height={size[1]}
                rx="8"
                className="fill-brand-100"
              />
            ),
        )}
        <g fill="none" strokeLinejoin="round" className="stroke-line">
          {paths.map(({ main, d }) => (
            <path key={d} d={d} strokeWidth={main ? 20 : 16} />
          ))}
        </g>
        <g fill="none" strokeLinejoin="round" className="stroke-surface">
          {paths.map(({ main, d }) => (
            <path key={d} d={d} strokeWidth={main ? 18 : 14} />
          ))}
        </g>
        <g textAnchor="middle" className="fill-ink-2">
          {streetLabels(map).map(({ name, east, south, turn }) => (
            <text key={name} dy=".34em" transform={`translate(${east} ${south})rotate(${turn})`}>
              {name}
            </text>
          ))}
        </g>
        <g textAnchor="middle" className="fill-brand-800 font-semibold">
          {map.landmarks.map(({ name, at: [east, north], size }) => (
            <g key={name} transform={`translate(${east} ${-north})`}>
              {!size && <circle r="4" />}
              <text y={size ? 0 : 7} dy={size ? '.34em' : '.9em'}>
                {name}
              </text>
            </g>
          ))}
        </g>
        <path
          d="M0 0c-4-9-14-15-14-26a14 14 0 0 1 28 0c0 11-10 17-14 26z"
          className="fill-brand-700 stroke-surface"
          strokeWidth="2"
        />
        <circle cy="-26" r="5" className="fill-surface" />
        <text
          y="6"
          dy=".9em"
          textAnchor="middle"
          paintOrder="stroke"
          strokeWidth="4"
          strokeLinejoin="round"
          className="fill-ink stroke-sunken text-[1.25em] font-bold"
        >
          {clinic.name}
        </text>
      </svg>
      {/* In the picture's corner, however wide it is. */}
      <svg aria-hidden viewBox={viewBox} preserveAspectRatio="xMinYMax slice">
        <rect x="-232" y="138" width="116" height="34" rx="8" className="fill-surface" />
        <path d={scale} className="stroke-ink-3" />
        <text x="-224" y="152" className="fill-ink-2">
          100 m
        </text>
      </svg>
    </svg>
  )
}
