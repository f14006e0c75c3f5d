"""Every refusal of the package, provoked through its public interface."""
