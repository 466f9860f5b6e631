"""What is needed to run Tacora in public: the files of `deploy/`, and games over several processes."""
