/** Why what a person wanted was not done; told aloud when it comes. */
export function Problem({ text }: { readonly text: string | undefined }) {
  return (
    <p class="problem" role="alert">
      {text ?? ''}
    </p>
  );
}

interface SubmitProps {
  readonly label: string;
  readonly isBusy: boolean;
  readonly problem: string | undefined;
  /** Something else comes first. */
  readonly isSecond?: boolean;
}

/** The end of a form. */
export function Submit({ label, isBusy, problem, isSecond = false }: SubmitProps) {
  return (
    <>
      <div class="choices">
        <button type="submit" class={isSecond ? '' : 'primary'} disabled={isBusy}>
          {label}
        </button>
      </div>
      <Problem text={problem} />
    </>
  );
}
