import { createLink } from '@tanstack/react-router'
import type { AnchorHTMLAttributes, ButtonHTMLAttributes, MouseEvent, ReactNode, Ref } from 'react'
import styles from './button.module.css'
import { cx } from './cx.ts'
import { Icon, type IconType } from './icon.tsx'

interface Look {
  kind?: 'primary' | 'outline' | 'quiet' | 'danger' | undefined
  size?: 'small' | undefined
  icon?: IconType | undefined
  full?: boolean | undefined
}

const look = ({ kind = 'primary', size, full }: Look, className?: string): string =>
  cx(styles.button, kind !== 'primary' && styles[kind], size && styles[size], full && styles.full, className)

type ButtonProps = Look & ButtonHTMLAttributes<HTMLButtonElement> & { busy?: boolean; ref?: Ref<HTMLButtonElement> }

/** A busy button keeps its focus and its place, and takes no second press. */
export function Button({ kind, size, icon, full, busy = false, className, children, onClick, ...rest }: ButtonProps) {
  const press = (event: MouseEvent<HTMLButtonElement>) => {
    if (busy) event.preventDefault()
    else onClick?.(event)
  }
  return (
    <button
      type="button"
      {...rest}
      className={look({ kind, size, full }, className)}
      onClick={press}
      {...(busy ? { 'aria-busy': true, 'aria-disabled': true } : null)}
    >
      {busy ? <span className={styles.spinner} /> : icon && <Icon of={icon} size={20} />}
      {children}
    </button>
  )
}

type AnchorProps = Look & AnchorHTMLAttributes<HTMLAnchorElement> & { ref?: Ref<HTMLAnchorElement> }

/** The same look on a plain link, for addresses outside the product. */
export function AnchorButton({ kind, size, icon, full, className, children, ...rest }: AnchorProps) {
  return (
    <a {...rest} className={look({ kind, size, full }, className)}>
      {icon && <Icon of={icon} size={20} />}
      {children}
    </a>
  )
}

/** The same look on a link of the router. */
export const LinkButton = createLink(AnchorButton)

interface IconLook {
  label: string
  icon: IconType
  /** A white disc, for controls over a picture. */
  raised?: boolean | undefined
  /** Camellia and filled: a favourite. */
  filled?: boolean | undefined
  /** A number on the corner; the label must say it too. */
  count?: number | undefined
}

const iconLook = (props: Pick<IconLook, 'raised' | 'filled'>, className?: string): string =>
  cx(styles.icon, props.raised && styles.raised, props.filled && styles.pressed, className)

const inner = (icon: IconType, count?: number): ReactNode => (
  <>
    <Icon of={icon} size={24} />
    {count ? (
      <span className={styles.count} aria-hidden>
        {count > 99 ? '99+' : count}
      </span>
    ) : null}
  </>
)

type IconButtonProps = IconLook &
  Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'children'> & { ref?: Ref<HTMLButtonElement> }

export function IconButton({ label, icon, raised, filled, count, className, ...rest }: IconButtonProps) {
  return (
    <button
      type="button"
      {...rest}
      aria-label={label}
      title={label}
      className={iconLook({ raised, filled }, className)}
    >
      {inner(icon, count)}
    </button>
  )
}

type IconAnchorProps = IconLook &
  Omit<AnchorHTMLAttributes<HTMLAnchorElement>, 'children'> & { ref?: Ref<HTMLAnchorElement> }

function IconAnchor({ label, icon, raised, filled, count, className, ...rest }: IconAnchorProps) {
  return (
    <a {...rest} aria-label={label} title={label} className={iconLook({ raised, filled }, className)}>
      {inner(icon, count)}
    </a>
  )
}

/** An icon button that is a link of the router. */
export const IconLink = createLink(IconAnchor)
